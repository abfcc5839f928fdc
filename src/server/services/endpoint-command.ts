/** Asks a service of the account: by a job where an endpoint is configured, otherwise the embedded one, at once. */

import type { ServiceKind } from '#api/services/resources.ts';
import type { JsonObject } from '#flow/json/json.ts';
import {
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../executions/service/turn-transaction.ts';
import { enqueueJob } from '../platform/jobs/queue.ts';
import { answerEmbedded } from './embedded-service.ts';
import { findEndpoint } from './endpoint-store.ts';

export async function askService(
  turn: TurnTransaction,
  asker: CommandIssuer,
  command: CommandOf<'ask-service'>,
): Promise<CommandOutcome> {
  const { effect, service, action, request } = command;
  if (await askEndpoint(turn, asker, { effect, kind: service, action, request })) return deferred;
  return completed(await answerEmbedded(turn, asker, command));
}

/** Makes the request into a job; false when the account has no endpoint for that kind. */
export async function askEndpoint(
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
  const who = {
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
    payload: JSON.stringify({ kind, effect, body: { ...request, ...who }, reply_to: turn.replyTo }),
    run_at: turn.now,
    created_at: turn.now,
  });
  turn.wakesWorker = true;
  return true;
}
