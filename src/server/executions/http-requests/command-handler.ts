/** Makes a request of a flow into a job. */

import { enqueueJob } from '../../platform/jobs/queue.ts';
import { type Carried, type CommandOf, later } from '../service/command-handler.ts';
import type { Asker, Work } from '../service/work.ts';

/** The key of the job is made from the execution and the effect, so a replay finds the same one. */
export async function addRequest(work: Work, { row }: Asker, command: CommandOf<'http'>): Promise<Carried> {
  await enqueueJob(work.tx, {
    key: `${row.sid}:${command.effect}`,
    kind: 'http',
    account: row.account,
    execution: row.sid,
    payload: JSON.stringify({ command, reply_to: work.replyTo }),
    run_at: work.now,
    created_at: work.now,
  });
  work.wakes = true;
  return later;
}
