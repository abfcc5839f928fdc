/**
 * Test runs: the newest draft of a flow, live, started by who may edit the flow but not start it for contacts. It reaches test users
 * of the flow by its carriers; whatever it sends to anybody else goes to the built-in test carrier.
 */

import { isTestNumber } from '#api/messaging/address.ts';
import { messageFields } from '#engine/carrier-fields.ts';
import { startByMessage } from '#engine/starts.ts';
import { draftOf } from '../../flows/runnable/service.ts';
import { isTestUser } from '../../flows/test-users/service.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { type NewExecution, type PairStart, requestedStart, startForPair } from './executions.ts';

/** Subflows have the same initiator, so they are recognized too. */
const initiator = 'TR';

/** Whether a message or call of the execution to that address is kept by the test carrier. */
export function isKeptFrom({ initiated_by, contact }: ExecutionRow, recipient: string): boolean {
  return initiated_by?.startsWith(initiator) === true && (recipient !== contact || isTestNumber(contact));
}

/**
 * Starts the newest draft. `body` is the message by which it starts; without one a request does.
 *
 * @throws Refusal as `createExecution`; bad-request when there is no draft, or `to` is no test user and no test number
 */
export function startTestRun(
  ctx: ServiceContext,
  caller: Caller,
  { body, ...input }: NewExecution & { body: string | undefined },
): Promise<ExecutionRow> {
  const pair = requestedStart(input);
  return startForPair(
    ctx,
    caller,
    body === undefined ? pair : { ...pair, start: startOf(ctx, caller, input, body) },
    {
      initiatedBy: ctx.ids.sid(initiator),
      revisionOf: draftFor,
    },
  );
}

function startOf(
  ctx: ServiceContext,
  { account }: Caller,
  { to: from, from: to }: NewExecution,
  body: string,
) {
  return startByMessage(messageFields({ sid: ctx.ids.sid('SM'), account, from, to, body, media: [] }));
}

async function draftFor(tx: Queries, { account }: Caller, { flow, to }: PairStart): Promise<number> {
  const draft = await draftOf(tx, { account, flow });
  if (draft === 'missing') throw notFound();
  if (draft === 'published') {
    throw new Refusal('bad-request', 'The newest revision is published: save a draft to test it');
  }
  if (isTestNumber(to) || (await isTestUser(tx, flow, to))) return draft;
  const message = 'Parameter To must be a test user of the flow, or a test number such as +15005550001';
  throw new Refusal('bad-request', message, { field: 'To' });
}
