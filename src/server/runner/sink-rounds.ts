/** Looks every now and then which sinks have something to be posted, and sweeps away old turns. */

import type { Host } from '../service/host.ts';
import { dueSinks, releaseSinks } from '../store/sinks.ts';
import { type Lanes, startLanes } from './lanes.ts';
import type { Tools } from './performer.ts';
import { deliver } from './sink-delivery.ts';
import { sweepLive } from './sweep.ts';

const sweepEvery = 600;

export type SinkRounds = Pick<Lanes, 'stop'>;

export function startSinkRounds(host: Host, tools: Tools): SinkRounds {
  const { database, clock } = host;
  return startLanes(host, {
    name: 'sinks',
    due: (room) => dueSinks(database.read, clock.now(), room),
    carry: (sid, stopped) => deliver(host, tools, sid, stopped),
    async begin() {
      if (database.dialect === 'sqlite') await database.write(releaseSinks);
    },
    async after(look, stopped) {
      if (look % sweepEvery === 0) await sweepLive(host, stopped);
    },
  });
}
