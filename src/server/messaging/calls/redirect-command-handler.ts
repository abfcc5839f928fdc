/** Executes `take-back-call`: redirects a live call from another application or virtual agent back to its flow. */

import { paths } from '#api/paths.ts';
import {
  type CommandHandler,
  type CommandOf,
  type CommandOutcome,
  deferred,
} from '../../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { isTerminal } from './status.ts';
import { findCall } from './store.ts';

export const redirectCallHandler: CommandHandler<'take-back-call'> = { execute: redirectCallToFlow };

/** Makes the carrier request the flow's webhook. Calls of the test carrier get there with their next request anyway. */
async function redirectCallToFlow(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'take-back-call'>,
): Promise<CommandOutcome> {
  const { account } = row;
  const call = await findCall(turn.tx, account, command.call);
  if (call === undefined || call.carrier === null || isTerminal(call.status)) return deferred;
  await addCarrierJob(
    turn,
    'carrier-update',
    { key: `${row.sid}:${command.effect}`, account, execution: row.sid },
    {
      carrier: call.carrier,
      path: `Calls/${encodeURIComponent(call.sid)}.json`,
      fields: [
        ['Url', `${turn.ctx.publicUrl()}${paths.webhook(account, call.flow)}`],
        ['Method', 'POST'],
      ],
      effect: null,
    },
  );
  return deferred;
}
