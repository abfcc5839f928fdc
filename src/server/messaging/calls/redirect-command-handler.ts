/** Takes a call back from another application or a virtual agent whose time is up. */

import { paths } from '#api/paths.ts';
import { type CommandOf, type CommandOutcome, deferred } from '../../executions/service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../../executions/service/turn-transaction.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { isTerminal } from './status.ts';
import { findCall } from './store.ts';

/** Has the carrier ask the flow again. The built-in carrier cannot be told: its calls are led by their next post. */
export async function redirectCallToFlow(
  work: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'take-back-call'>,
): Promise<CommandOutcome> {
  const { account } = row;
  const call = await findCall(work.tx, account, command.call);
  if (call === undefined || call.carrier === null || isTerminal(call.status)) return deferred;
  await addCarrierJob(
    work,
    'carrier-update',
    { key: `${row.sid}:${command.effect}`, account, execution: row.sid },
    {
      carrier: call.carrier,
      path: `Calls/${encodeURIComponent(call.sid)}.json`,
      fields: [
        ['Url', `${work.ctx.publicUrl()}${paths.webhook(account, call.flow)}`],
        ['Method', 'POST'],
      ],
      effect: null,
    },
  );
  return deferred;
}
