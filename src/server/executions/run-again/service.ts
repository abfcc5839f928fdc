/** Runs an execution again: a new one with the same inputs, on the revision that its contact gets now. */

import { type Start, startByConversation, startByMessage, startByRequest } from '#engine/starts.ts';
import { isObject, type JsonObject } from '#flow/json/json.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { contextOf, startForPair } from '../service/executions.ts';
import { findExecution } from '../store/executions.ts';

/**
 * Who ran it again is logged.
 *
 * @throws Refusal when the caller has no such execution, (bad-request) when it cannot be run again, and as `createExecution`
 */
export async function runAgain(ctx: ServiceContext, caller: Caller, sid: string): Promise<ExecutionRow> {
  const row = await findExecution(ctx.database.read, { account: caller.account, sid });
  if (row === undefined) throw notFound();
  const start = startOf(ctx, row);
  const started = await startForPair(ctx, caller, {
    flow: row.flow,
    to: row.contact,
    from: row.channel,
    start,
  });
  const { account, user } = caller;
  ctx.log.info({ account, user, execution: sid, started: started.sid }, 'Execution run again');
  return started;
}

/** What started the execution, as its variables keep it. @throws Refusal bad-request */
function startOf(ctx: ServiceContext, row: ExecutionRow): Start {
  if (row.parent !== null) {
    throw new Refusal('bad-request', 'A subflow runs again when the execution that ran it is run again');
  }
  const trigger = contextOf(ctx, row)?.trigger;
  if (trigger === undefined) {
    throw new Refusal('bad-request', 'The inputs of this execution were removed with its personal data');
  }
  const { request, message, conversation } = trigger;
  if (isObject(request)) return startByRequest(row.channel, row.contact, parametersOf(request));
  if (isObject(message)) return startByMessage(message);
  if (isObject(conversation)) return startByConversation(conversation);
  throw new Refusal('bad-request', 'A call cannot be run again: the contact would have to call');
}

function parametersOf({ parameters }: JsonObject): JsonObject {
  return isObject(parameters) ? parameters : {};
}
