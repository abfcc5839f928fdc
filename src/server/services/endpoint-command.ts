/** Executes `ask-service`: by a job where the account has an endpoint of that kind, otherwise by the built-in service. */

import type { ServiceKind } from '#api/services/resources.ts';
import type { JsonObject } from '#flow/json/json.ts';
import {
  type CommandHandler,
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../executions/service/turn-transaction.ts';
import { enqueueJob } from '../platform/jobs/queue.ts';
import { runEmbeddedService } from './embedded-service.ts';
import { findEndpoint } from './endpoint-store.ts';

export const serviceRequestHandler: CommandHandler<'ask-service'> = { execute: askService };

async function askService(
  turn: TurnTransaction,
  issuer: CommandIssuer,
  command: CommandOf<'ask-service'>,
): Promise<CommandOutcome> {
  const { effect, service, action, request } = command;
  if (await enqueueEndpointRequest(turn, issuer, { effect, kind: service, action, request })) return deferred;
  return completed(await runEmbeddedService(turn, issuer, command));
}

/** Enqueues the request as a job; false when the account has no endpoint for that kind. */
export async function enqueueEndpointRequest(
  turn: TurnTransaction,
  { row, execution }: CommandIssuer,
  {
    effect,
    kind,
    action,
    request,
  }: { effect: string; kind: ServiceKind; action: string; request: JsonObject },
): Promise<boolean> {
  if ((await findEndpoint(turn.tx, { account: row.account, kind })) === undefined) return false;
  const origin = {
    action,
    account_sid: row.account,
    flow_sid: row.flow,
    execution_sid: row.sid,
    widget: execution.widget,
    contact: row.contact,
  };
  await enqueueJob(turn.tx, {
    key: `${row.sid}:${effect}`,
    kind: 'service',
    account: row.account,
    execution: row.sid,
    payload: JSON.stringify({ kind, effect, body: { ...request, ...origin }, reply_to: turn.replyTo }),
    run_at: turn.now,
    created_at: turn.now,
  });
  turn.wakesWorker = true;
  return true;
}
