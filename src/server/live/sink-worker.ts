/** Polls for sinks that are due and delivers to each by itself; deletes expired turns now and then. */

import type { JobTools } from '../platform/jobs/job-handler.ts';
import { type KeyedPoller, startKeyedPoller } from '../platform/jobs/keyed-poller.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { deleteExpiredTurns } from './cleanup.ts';
import { deliverToSink } from './sink-delivery.ts';
import { listDueSinks, releaseAllSinks } from './sink-store.ts';

const cleanupEvery = 600;

export type SinkWorker = Pick<KeyedPoller, 'stop'>;

export function startSinkWorker(ctx: ServiceContext, tools: JobTools): SinkWorker {
  const { database, clock } = ctx;
  return startKeyedPoller(ctx, {
    name: 'sinks',
    dueKeys: (limit) => listDueSinks(database.read, clock.now(), limit),
    process: (sid, stopped) => deliverToSink(ctx, tools, sid, stopped),
    async prepare() {
      if (database.dialect === 'sqlite') await database.write(releaseAllSinks);
    },
    async afterPoll(look, stopped) {
      if (look % cleanupEvery === 0) await deleteExpiredTurns(ctx, stopped);
    },
  });
}
