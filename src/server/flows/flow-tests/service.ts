/** Service functions of the tests that are kept with a flow. They are read here, and run where somebody edits the flow. */

import { parseFlowTest } from '#simulator/flow-test/parse.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { FlowTestRow } from '../../platform/database/schema/flow-tests.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { requireFlow } from '../service.ts';
import { countOtherTests, deleteTest, findTest, listTests, putTest } from './store.ts';

export type { FlowTestRow };

/** Tests of one flow. */
const maxTests = 500;

/** Newest first; positions are SIDs. @throws Refusal not-found */
export async function listFlowTests(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<FlowTestRow>> {
  await requireFlow(ctx.database.read, caller, flowSid);
  return listTests(ctx.database.read, flowSid, request);
}

/**
 * Keeps a test, in the place of one with the same name.
 *
 * @throws Refusal not-found; bad-request for what is no test, with its line; forbidden beyond 500 tests
 */
export async function keepFlowTest(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  { name, content }: Pick<FlowTestRow, 'name' | 'content'>,
): Promise<FlowTestRow> {
  await requireFlow(ctx.database.read, caller, flowSid);
  requireTest(content);
  const now = ctx.clock.now();
  const times = { created_at: now, updated_at: now };
  const row = { sid: ctx.ids.sid('FE'), account: caller.account, flow: flowSid, name, content, ...times };
  return ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flowSid);
    if ((await countOtherTests(tx, flowSid, name)) >= maxTests)
      throw new Refusal('forbidden', `The flow has ${maxTests} tests, and may have no more`);
    return putTest(tx, row);
  });
}

/** @throws Refusal not-found */
export async function fetchFlowTest(
  ctx: ServiceContext,
  caller: Caller,
  { flow, sid }: { flow: string; sid: string },
): Promise<FlowTestRow> {
  await requireFlow(ctx.database.read, caller, flow);
  const row = await findTest(ctx.database.read, flow, sid);
  if (row === undefined) throw notFound();
  return row;
}

/** @throws Refusal not-found */
export async function deleteFlowTest(
  ctx: ServiceContext,
  caller: Caller,
  { flow, sid }: { flow: string; sid: string },
): Promise<void> {
  await ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flow);
    if (!(await deleteTest(tx, flow, sid))) throw notFound();
  });
}

function requireTest(content: string): void {
  const parsed = parseFlowTest(content);
  const error = parsed.ok ? undefined : parsed.errors[0];
  if (error === undefined) return;
  const message = `Parameter Test is no test, line ${error.line}, column ${error.column}: ${error.message}`;
  throw new Refusal('bad-request', message, { field: 'Test' });
}
