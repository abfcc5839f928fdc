/** What the server does every so often beside its work. Every process asks; the rows decide who does it. */

import { setTimeout as wait } from 'node:timers/promises';
import { lookEveryMs, removeWhatIsDue } from '../../retention/service.ts';
import type { ServiceContext } from '../service-context.ts';

/** Between two batches, so that those who wait for the database come first. */
const pauseMs = 25;

export type MaintenanceLoop = {
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

export function startMaintenance(ctx: ServiceContext): MaintenanceLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Broken off by the end, which the loop looks at by itself.
  const rest = (ms: number) => wait(ms, undefined, { signal }).catch(() => {});
  const run = async () => {
    while (!signal.aborted) {
      try {
        await removeWhatIsDue(
          ctx,
          () => rest(pauseMs),
          () => signal.aborted,
        );
      } catch (error) {
        ctx.log.error({ err: error }, 'Personal data could not be removed; it is tried again');
      }
      await rest(lookEveryMs(ctx));
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
