/** Looks every now and then which sinks have something to be posted, and sweeps away old turns. */

import type { Tools } from '../platform/jobs/job-handler.ts';
import { type Lanes, startLanes } from '../platform/jobs/keyed-poller.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { sweepLive } from './cleanup.ts';
import { deliver } from './sink-delivery.ts';
import { dueSinks, releaseSinks } from './sink-store.ts';

const sweepEvery = 600;

export type SinkRounds = Pick<Lanes, 'stop'>;

export function startSinkRounds(ctx: ServiceContext, tools: Tools): SinkRounds {
  const { database, clock } = ctx;
  return startLanes(ctx, {
    name: 'sinks',
    due: (room) => dueSinks(database.read, clock.now(), room),
    carry: (sid, stopped) => deliver(ctx, tools, sid, stopped),
    async begin() {
      if (database.dialect === 'sqlite') await database.write(releaseSinks);
    },
    async after(look, stopped) {
      if (look % sweepEvery === 0) await sweepLive(ctx, stopped);
    },
  });
}
