/** Makes a request of a flow into a job. */

import { enqueueJob } from '../../platform/jobs/queue.ts';
import { type CommandOf, type CommandOutcome, deferred } from '../service/command-handler.ts';
import type { CommandIssuer, TurnTransaction } from '../service/turn-transaction.ts';

/** The key of the job is made from the execution and the effect, so a replay finds the same one. */
export async function requestHttp(
  work: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'http'>,
): Promise<CommandOutcome> {
  await enqueueJob(work.tx, {
    key: `${row.sid}:${command.effect}`,
    kind: 'http',
    account: row.account,
    execution: row.sid,
    payload: JSON.stringify({ command, reply_to: work.replyTo }),
    run_at: work.now,
    created_at: work.now,
  });
  work.wakesWorker = true;
  return deferred;
}
