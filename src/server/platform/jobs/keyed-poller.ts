/** Looks every now and then which lanes have something to be carried, and carries each of them by itself. */

import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceContext } from '../service-context.ts';

/** What happens within this time is carried together. */
const pollIntervalMs = 500;
/** Each carries one thing at a time, so a slow other side holds up nobody until so many are slow. */
const maxConcurrency = 64;

export type KeyedPoller = {
  /** Has it look at once, unless it has just done so. */
  wake(): void;
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

export type KeyedPollerOptions = {
  /** For the log. */
  name: string;
  /** Which lanes are due, at most `room`; a lane may come again while it is carried. */
  dueKeys(room: number): Promise<string[]>;
  /** Carries what is due in one lane, until there is nothing more or `stopped` says so. */
  process(lane: string, stopped: () => boolean): Promise<void>;
  /** Before the first look. */
  prepare(): Promise<void>;
  /** After each look; they are counted from 0. */
  afterPoll?(look: number, stopped: () => boolean): Promise<void>;
};

export function startKeyedPoller(
  ctx: ServiceContext,
  { name, dueKeys: due, process: carry, prepare: begin, afterPoll: after }: KeyedPollerOptions,
): KeyedPoller {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = () => signal.aborted;
  const underway = new Map<string, Promise<void>>();
  let waking = new AbortController();

  const carryOne = (lane: string) => {
    const carried = carry(lane, stopped)
      .catch((error: unknown) => ctx.log.error({ err: error, lane }, `A lane of ${name} met an error`))
      .finally(() => underway.delete(lane));
    underway.set(lane, carried);
  };

  const look = async (count: number) => {
    const room = maxConcurrency - underway.size;
    const lanes = room > 0 ? await due(room) : [];
    for (const lane of lanes) if (!underway.has(lane)) carryOne(lane);
    await after?.(count, stopped);
  };

  const run = async () => {
    await begin();
    for (let count = 0; !stopped(); count += 1) {
      await look(count).catch((error: unknown) =>
        ctx.log.error({ err: error }, `What ${name} are due could not be read`),
      );
      const woken = waking.signal;
      // A rest that is broken off is over, which is all there is to know of it.
      await wait(pollIntervalMs, undefined, { signal: AbortSignal.any([signal, woken]) }).catch(() => {});
      if (woken.aborted) await wait(pollIntervalMs / 5, undefined, { signal }).catch(() => {});
      waking = new AbortController();
    }
  };

  const running = run().catch((error: unknown) =>
    ctx.log.error({ err: error }, `${name} could not be started`),
  );
  return {
    wake: () => waking.abort(),
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(underway.values());
    },
  };
}
