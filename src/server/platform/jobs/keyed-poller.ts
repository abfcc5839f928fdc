/**
 * Keyed poller: finds which keys (webhooks, sinks) have work that is due, and processes each key sequentially, different
 * keys concurrently.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { idleIntervalMs } from '../poll-interval.ts';
import type { ServiceContext } from '../service-context.ts';
import type { WorkKind } from '../work-signals.ts';
import { backoff } from './retry-backoff.ts';

/** What arrives within this time is processed together. */
const batchWindowMs = 100;
/** So many times as long as a poll took is none, so that polls take a fifth of the database at most, however slow it is. */
const restFactor = 4;
const retryIntervalMs = 500;
/** A key that could not be processed rests, longer each time, so that those behind it come first; so many are remembered. */
const restAfterFailure = { firstMs: 1_000, maxMs: 60_000 };
const maxResting = 100;

export type KeyedPoller = {
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

/** `delayMs`: look again after that time at the latest. */
export type DueKeys = { keys: readonly string[]; delayMs: number };

export type KeyedPollerOptions = {
  /** For the log. */
  name: string;
  /** Polls when it is signalled. */
  work: WorkKind;
  /** Keys with work that is due, about `limit` of them; a key that is being processed may be among them. */
  dueKeys(limit: number, isInProgress: (key: string) => boolean): Promise<DueKeys>;
  /**
   * Processes the work of one key, until there is none or `stopped` is true. Gives when to come back, in epoch
   * milliseconds, where that is known.
   */
  process(key: string, stopped: () => boolean): Promise<number | null>;
  /** Before the first poll. */
  prepare?(): Promise<void>;
};

/** Starts polling: when signalled, when a key is due again, and at intervals. */
export function startKeyedPoller(
  ctx: ServiceContext,
  { name, work, dueKeys, process, prepare }: KeyedPollerOptions,
): KeyedPoller {
  /** Each key is processed by itself, so slow receivers delay others only when so many are slow. */
  const maxConcurrency = Math.max(8, Math.floor(ctx.config.workerJobs / 2));
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = () => signal.aborted;
  const inProgress = new Map<string, Promise<void>>();
  /** Keys in progress that have work again, and keys that come back. */
  const again = new Set<string>();
  const comeBack = new Map<string, number>();
  /** Keys of which the processing failed last, and when they are processed again. */
  const resting = new Map<string, { attempts: number; until: number }>();
  let isFull = false;
  let wakeUp = new AbortController();
  const wake = () => wakeUp.abort();

  const processKey = (key: string) => {
    comeBack.delete(key);
    const processing = process(key, stopped)
      .then((at) => {
        resting.delete(key);
        if (at !== null) comeBack.set(key, at);
      })
      .catch((error: unknown) => {
        ctx.log.error({ err: error, key }, `Processing ${name} failed`);
        const attempts = (resting.get(key)?.attempts ?? 0) + 1;
        const attempt = { now: ctx.clock.now(), attempts, ...restAfterFailure };
        if (resting.size < maxResting) resting.set(key, { attempts, until: backoff(ctx.random, attempt) });
      })
      .finally(() => {
        inProgress.delete(key);
        if (again.delete(key) && !stopped()) processKey(key);
        else if (isFull || comeBack.has(key)) wake();
      });
    inProgress.set(key, processing);
  };

  /** Gives milliseconds to the next poll. */
  const poll = async (): Promise<number> => {
    const free = maxConcurrency - inProgress.size;
    isFull = free <= 0;
    // One that ends wakes this.
    if (isFull) return idleIntervalMs(ctx.database);
    const now = ctx.clock.now();
    for (const [key, { until }] of resting) if (until + restAfterFailure.maxMs < now) resting.delete(key);
    const { keys, delayMs } = await dueKeys(free + resting.size, (key) => inProgress.has(key));
    const awake = keys.filter((key) => (resting.get(key)?.until ?? 0) <= now);
    isFull = awake.length >= free;
    for (const key of awake) {
      if (inProgress.has(key)) again.add(key);
      else processKey(key);
    }
    return delayMs;
  };

  /** Milliseconds to the next poll, or until a key comes back. */
  const delay = (interval: number, windowMs: number) => {
    const now = ctx.clock.now();
    // A key that did not come back in time has been left to another process, or is gone.
    for (const [key, at] of comeBack) if (at < now) comeBack.delete(key);
    const next = [...comeBack.values()].reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
    return Math.max(windowMs, Math.min(interval, next - now));
  };

  /** Milliseconds until a signal is followed by a poll, after one that took `tookMs`. */
  const windowAfter = (tookMs: number) =>
    Math.max(batchWindowMs, Math.min(restFactor * tookMs, idleIntervalMs(ctx.database)));

  const run = async () => {
    await prepare?.();
    while (!stopped()) {
      const wakeSignal = wakeUp.signal;
      const startedAt = ctx.clock.now();
      const interval = await poll().catch((error: unknown) => {
        ctx.log.error({ err: error }, `Polling ${name} failed`);
        return retryIntervalMs;
      });
      const windowMs = windowAfter(ctx.clock.now() - startedAt);
      // An aborted wait is over, too.
      await wait(delay(interval, windowMs), undefined, {
        signal: AbortSignal.any([signal, wakeSignal]),
      }).catch(() => {});
      if (wakeSignal.aborted) await wait(windowMs, undefined, { signal }).catch(() => {});
      wakeUp = new AbortController();
    }
  };

  const unsubscribe = ctx.work.poll(work, wake);
  const running = run().catch((error: unknown) =>
    ctx.log.error({ err: error }, `${name} could not be started`),
  );
  return {
    async stop() {
      unsubscribe();
      stopping.abort();
      await running;
      await Promise.all(inProgress.values());
    },
  };
}
