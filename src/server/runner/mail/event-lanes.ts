/** The lanes of all event webhooks. Those that fail stand apart, so that they take no room from the others. */

import type { Host } from '../../service/host.ts';
import { dueLanes, releaseLanes } from '../../store/email/deliveries.ts';
import { type Lanes, startLanes } from '../lanes.ts';
import type { Tools } from '../performer.ts';
import { deliverEvents } from './deliver-events.ts';

export function startEventLanes(host: Host, tools: Tools): Lanes {
  const { database, clock } = host;
  const released = database.dialect === 'sqlite' ? database.write(releaseLanes) : Promise.resolve();
  const lanes = [false, true].map((failing) =>
    startLanes(host, {
      name: failing ? 'event webhooks that fail' : 'event webhooks',
      due: (limit) => dueLanes(database.read, { now: clock.now(), limit, failing }),
      carry: (webhook, stopped) => deliverEvents(host, tools, webhook, stopped),
      begin: () => released,
    }),
  );
  return {
    wake() {
      for (const each of lanes) each.wake();
    },
    async stop() {
      await Promise.all(lanes.map((each) => each.stop()));
    },
  };
}
