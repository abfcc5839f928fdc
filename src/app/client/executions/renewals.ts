/** Loads queries again as events come in: at once, then at most as often as their pause allows, each by itself. */

import type { QueryClient, QueryKey } from '@tanstack/react-query';

export type Renewals = {
  /** Loads what is shown of the key again; after that nothing of it for `pauseMs`, then once for all that came meanwhile. */
  want(key: QueryKey, pauseMs: number): void;
  stop(): void;
};

export function createRenewals(cache: QueryClient): Renewals {
  /** Keys that are being loaded or pause; true where more came meanwhile. */
  const busy = new Map<string, boolean>();
  let isOver = false;
  const renew = async (key: QueryKey, name: string, pauseMs: number) => {
    for (let isWanted = true; isWanted && !isOver; isWanted = busy.get(name) === true) {
      busy.set(name, false);
      await cache.invalidateQueries({ queryKey: key });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    busy.delete(name);
  };
  return {
    want(key, pauseMs) {
      const name = key.join(' ');
      if (busy.has(name)) busy.set(name, true);
      else void renew(key, name, pauseMs);
    },
    stop() {
      isOver = true;
    },
  };
}
