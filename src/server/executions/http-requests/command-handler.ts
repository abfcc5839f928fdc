/** Executes the `http` command: enqueues the job that makes the request. */

import { enqueueJob } from '../../platform/jobs/queue.ts';
import { type CommandHandler, deferred } from '../service/command-handler.ts';

export const httpHandler: CommandHandler<'http'> = {
  /** The job's key is made from the execution and the effect, so a replayed turn finds the same job. */
  async execute(turn, { row }, command) {
    await enqueueJob(turn.tx, {
      key: `${row.sid}:${command.effect}`,
      kind: 'http',
      account: row.account,
      execution: row.sid,
      payload: JSON.stringify({ command, reply_to: turn.replyTo }),
      run_at: turn.now,
      created_at: turn.now,
    });
    turn.wakesWorker = true;
    return deferred;
  },
};
