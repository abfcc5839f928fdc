/** Rate limits of the email API by endpoint, from the `x-ratelimit-*` headers of its responses. */

import { useSyncExternalStore } from 'react';

/** `reset` is when the window ends, epoch ms. */
export type RateLimit = { endpoint: string; limit: number; remaining: number; reset: number };

/** Endpoints that are remembered. */
const maxRemembered = 12;

let known: readonly RateLimit[] = [];
const listeners = new Set<() => void>();

/** Records the limits in the headers of a response; does nothing where there are none. */
export function recordRateLimit(endpoint: string, headers: Headers): void {
  const limit = Number(headers.get('x-ratelimit-limit') ?? Number.NaN);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000;
  if (![limit, remaining, reset].every(Number.isFinite)) return;
  const others = known.filter((each) => each.endpoint !== endpoint);
  known = [{ endpoint, limit, remaining, reset }, ...others].slice(0, maxRemembered);
  for (const listener of listeners) listener();
}

/** The newest first. */
export function useRateLimits(): readonly RateLimit[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => known,
  );
}
