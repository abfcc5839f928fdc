/**
 * Shares the turns of the event loop: once the long work of a turn has taken its time, further long work waits for the next
 * turns. What many connections ask for at the same moment then never adds up to one stall: short work runs in between.
 */

import { AsyncResource } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Long work begins only in a turn that is younger, in milliseconds; how long it then takes is bounded elsewhere. */
export const maxTurnMs = 10;

export class EventLoopTurn {
  readonly #now: () => number;
  /** When the first work of this turn began; null before. */
  #startedAt: number | null = null;
  readonly #waiting: (() => void)[] = [];
  #isReleasing = false;
  readonly #end: NodeJS.Timeout;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    // Timers are the first phase of a turn: one that is due in 1 ms fires at the beginning of the next.
    this.#end = setTimeout(() => this.#startNext(), 1).unref();
  }

  /** Runs `work` now, or in one of the next turns, after what waits already. */
  run(work: () => void): void {
    if (this.#waiting.length === 0 && !this.#isOld()) work();
    else this.#waiting.push(AsyncResource.bind(work));
  }

  /** Runs `work` now, or as the first of the next turn: for what others wait for. */
  runFirst(work: () => void): void {
    if (this.#isOld()) this.#waiting.unshift(AsyncResource.bind(work));
    else work();
  }

  /** The same as `run`, for what follows the promise. */
  enter(): Promise<void> {
    return new Promise((resolve) => this.run(resolve));
  }

  /** The same as `runFirst`, for what follows the promise. */
  enterFirst(): Promise<void> {
    return new Promise((resolve) => this.runFirst(resolve));
  }

  /** A stopwatch for work that consists of parts: true once the parts have taken as long as a turn may. */
  stopwatch(): () => boolean {
    const startedAt = this.#now();
    return () => this.#now() - startedAt >= maxTurnMs;
  }

  #isOld(): boolean {
    if (this.#startedAt === null) {
      this.#startedAt = this.#now();
      this.#end.refresh();
      return false;
    }
    return this.#now() - this.#startedAt >= maxTurnMs;
  }

  #startNext(): void {
    this.#startedAt = null;
    if (!this.#isReleasing) this.#release();
  }

  #release(): void {
    this.#isReleasing = this.#waiting.length > 0;
    if (!this.#isReleasing || this.#isOld()) {
      this.#isReleasing = false;
      return;
    }
    this.#waiting.shift()?.();
    // After the promises of this work: only then is it known how long it took.
    queueMicrotask(() => process.nextTick(() => this.#release()));
  }
}

/** Long loops over what a request has, or a database that answers at once: others get their turn between two items. */
export async function* givingWay<Item>(items: Iterable<Item>): AsyncGenerator<Item, void> {
  let isOver = eventLoopTurn.stopwatch();
  for (const item of items) {
    yield item;
    if (!isOver()) continue;
    await eventLoopTurn.enter();
    isOver = eventLoopTurn.stopwatch();
  }
}

/** A list in parts of that size, of which each is one step of a loop. */
export function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const parts: Item[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts;
}

const maxRestMs = 100;

/** Around work that nothing can interrupt: what it gives, called afterwards, leaves the event loop to others for as long as that took. */
export function measureRest(): () => Promise<void> {
  const startedAt = performance.now();
  return () => wait(Math.min(maxRestMs, performance.now() - startedAt));
}

/** That of this process: it has one event loop. */
export const eventLoopTurn = new EventLoopTurn(() => performance.now());
