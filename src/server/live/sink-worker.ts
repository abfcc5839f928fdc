/** Looks every now and then which sinks have something to be posted, and sweeps away old turns. */

import type { JobTools } from '../platform/jobs/job-handler.ts';
import { type KeyedPoller, startKeyedPoller } from '../platform/jobs/keyed-poller.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { sweepLive } from './cleanup.ts';
import { deliver } from './sink-delivery.ts';
import { dueSinks, releaseSinks } from './sink-store.ts';

const sweepEvery = 600;

export type SinkRounds = Pick<KeyedPoller, 'stop'>;

export function startSinkRounds(ctx: ServiceContext, tools: JobTools): SinkRounds {
  const { database, clock } = ctx;
  return startKeyedPoller(ctx, {
    name: 'sinks',
    dueKeys: (room) => dueSinks(database.read, clock.now(), room),
    process: (sid, stopped) => deliver(ctx, tools, sid, stopped),
    async prepare() {
      if (database.dialect === 'sqlite') await database.write(releaseSinks);
    },
    async afterPoll(look, stopped) {
      if (look % sweepEvery === 0) await sweepLive(ctx, stopped);
    },
  });
}
