/**
 * Keyed poller: polls which keys (webhooks, sinks) have pending work and processes each key sequentially, different keys
 * concurrently.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceContext } from '../service-context.ts';

/** What arrives within one interval is processed together. */
const pollIntervalMs = 500;
/** Each key is processed by itself, so slow receivers delay others only when so many are slow. */
const maxConcurrency = 64;

export type KeyedPoller = {
  /** Polls now, unless it has just done so. */
  wake(): void;
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

export type KeyedPollerOptions = {
  /** For the log. */
  name: string;
  /** Keys with pending work, at most `limit`; a key that is being processed may be among them. */
  dueKeys(limit: number): Promise<string[]>;
  /** Processes the pending work of one key, until there is none or `stopped` is true. */
  process(key: string, stopped: () => boolean): Promise<void>;
  /** Before the first poll. */
  prepare(): Promise<void>;
  /** After each poll; polls are counted from 0. */
  afterPoll?(poll: number, stopped: () => boolean): Promise<void>;
};

export function startKeyedPoller(
  ctx: ServiceContext,
  { name, dueKeys, process, prepare, afterPoll }: KeyedPollerOptions,
): KeyedPoller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = () => signal.aborted;
  const inProgress = new Map<string, Promise<void>>();
  let wakeUp = new AbortController();

  const processKey = (key: string) => {
    const processing = process(key, stopped)
      .catch((error: unknown) => ctx.log.error({ err: error, key }, `Processing ${name} failed`))
      .finally(() => inProgress.delete(key));
    inProgress.set(key, processing);
  };

  const poll = async (count: number) => {
    const free = maxConcurrency - inProgress.size;
    const keys = free > 0 ? await dueKeys(free) : [];
    for (const key of keys) if (!inProgress.has(key)) processKey(key);
    await afterPoll?.(count, stopped);
  };

  const run = async () => {
    await prepare();
    for (let count = 0; !stopped(); count += 1) {
      await poll(count).catch((error: unknown) => ctx.log.error({ err: error }, `Polling ${name} failed`));
      const wakeSignal = wakeUp.signal;
      // An aborted wait is over, too.
      await wait(pollIntervalMs, undefined, { signal: AbortSignal.any([signal, wakeSignal]) }).catch(
        () => {},
      );
      if (wakeSignal.aborted) await wait(pollIntervalMs / 5, undefined, { signal }).catch(() => {});
      wakeUp = new AbortController();
    }
  };

  const running = run().catch((error: unknown) =>
    ctx.log.error({ err: error }, `${name} could not be started`),
  );
  return {
    wake: () => wakeUp.abort(),
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(inProgress.values());
    },
  };
}
