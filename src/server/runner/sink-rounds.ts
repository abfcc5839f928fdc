/** Looks every now and then which sinks have something to be posted, and sweeps away old turns. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Host } from '../service/host.ts';
import { dueSinks, releaseSinks } from '../store/sinks.ts';
import type { Tools } from './performer.ts';
import { deliver } from './sink-delivery.ts';
import { sweepLive } from './sweep.ts';

/** What happens within this time is posted together. */
const lookEveryMs = 500;
/** Each is at most one post under way, so a slow receiver holds up nobody until so many are slow. */
const mostAtOnce = 64;
const sweepEvery = 600;

export type SinkRounds = {
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

export function startSinkRounds(host: Host, tools: Tools): SinkRounds {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = () => signal.aborted;
  const underway = new Map<string, Promise<void>>();

  const begin = (sid: string) => {
    const delivery = deliver(host, tools, sid, stopped)
      .catch((error: unknown) => host.log.error({ err: error, sink: sid }, 'A sink could not be served'))
      .finally(() => underway.delete(sid));
    underway.set(sid, delivery);
  };

  const look = async (round: number) => {
    const room = mostAtOnce - underway.size;
    const due = room > 0 ? await dueSinks(host.database.read, host.clock.now(), room) : [];
    for (const sid of due) if (!underway.has(sid)) begin(sid);
    if (round % sweepEvery === 0) await sweepLive(host, stopped);
  };

  const run = async () => {
    if (host.database.dialect === 'sqlite') await host.database.write(releaseSinks);
    for (let round = 0; !stopped(); round += 1) {
      await look(round).catch((error: unknown) =>
        host.log.error({ err: error }, 'What sinks are due could not be read'),
      );
      await wait(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  };

  const running = run().catch((error: unknown) =>
    host.log.error({ err: error }, 'The sinks could not be started'),
  );
  return {
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(underway.values());
    },
  };
}
