/** Service functions of the tests that are kept with a flow. They are read here, and run where the flow is edited. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import type { NamedWidgets } from '#flow/commands/named-widgets.ts';
import { parseFlowTest } from '#simulator/flow-test/parse.ts';
import { renameInFlowTest, widgetsOfFlowTest } from '#simulator/flow-test/rename.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { FlowTestRow } from '../../platform/database/schema/flow-tests.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { requireFlow } from '../service.ts';
import { followedText, type NamingText, storedNames } from '../working-copy/named-widgets.ts';
import { authorNameOf, readWorkingCopy } from '../working-copy/service.ts';
import { countOtherTests, deleteTest, findTest, listTests, putTest } from './store.ts';

/** A test with the present names of its widgets; `widgets` says which they are. */
export type FollowedTest = Omit<FlowTestRow, 'named_widgets'> & { widgets: NamedWidgets | null };

const naming: NamingText = { names: widgetsOfFlowTest, rename: renameInFlowTest };

/** Tests of one flow. */
const maxTests = 500;

/** Newest first; positions are SIDs. @throws Refusal not-found */
export async function listFlowTests(
  ctx: ServiceContext,
  caller: Caller,
  flowSid: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<FollowedTest>> {
  await requireFlow(ctx.database.read, caller, flowSid);
  const page = await listTests(ctx.database.read, flowSid, request);
  const copy = page.rows.length === 0 ? null : await readWorkingCopy(ctx, flowSid);
  const rows: FollowedTest[] = [];
  for (const row of page.rows) {
    rows.push(followed(copy, row));
    // Renaming in a large test takes some tens of milliseconds.
    if (rows.at(-1)?.content !== row.content) await nextTurn();
  }
  return { ...page, rows };
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
): Promise<FollowedTest> {
  await requireFlow(ctx.database.read, caller, flowSid);
  requireTest(content);
  const now = ctx.clock.now();
  const times = { created_at: now, updated_at: now };
  const copy = await readWorkingCopy(ctx, flowSid);
  const named_widgets = storedNames(copy, naming, content);
  const of = { sid: ctx.ids.sid('FE'), account: caller.account, flow: flowSid };
  const by = { author: caller.user, author_name: authorNameOf(caller, '') };
  const row: FlowTestRow = { ...of, name, content, named_widgets, ...by, ...times };
  const kept = await ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flowSid);
    if ((await countOtherTests(tx, flowSid, name)) >= maxTests)
      throw new Refusal('forbidden', `The flow has ${maxTests} tests, and may have no more`);
    return putTest(tx, row);
  });
  return followed(copy, kept);
}

/** @throws Refusal not-found */
export async function fetchFlowTest(
  ctx: ServiceContext,
  caller: Caller,
  { flow, sid }: { flow: string; sid: string },
): Promise<FollowedTest> {
  await requireFlow(ctx.database.read, caller, flow);
  const row = await findTest(ctx.database.read, flow, sid);
  if (row === undefined) throw notFound();
  return followed(await readWorkingCopy(ctx, flow), row);
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

function followed(copy: WorkingCopy | null, { content, named_widgets, ...row }: FlowTestRow): FollowedTest {
  const { text, widgets } = followedText(copy, naming, content, named_widgets);
  return { ...row, content: text, widgets };
}

function requireTest(content: string): void {
  const parsed = parseFlowTest(content);
  const error = parsed.ok ? undefined : parsed.errors[0];
  if (error === undefined) return;
  const message = `Parameter Test is no test, line ${error.line}, column ${error.column}: ${error.message}`;
  throw new Refusal('bad-request', message, { field: 'Test' });
}
