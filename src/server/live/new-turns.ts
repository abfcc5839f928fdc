/** Follows the turn log of all accounts at once: which of them have turns that were not looked at yet. */

import { setTimeout as wait } from 'node:timers/promises';
import { perServer } from '../platform/per-server.ts';
import { idleIntervalMs } from '../platform/poll-interval.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { accountsWithTurnsFrom, endOfLog, type LogPosition } from './store.ts';

const firstDelayMs = 100;

/** A place in the log of all accounts. */
export class TurnCursor {
  readonly #ctx: ServiceContext;
  #place: LogPosition | null = null;
  #unsettledReads = 0;

  constructor(ctx: ServiceContext) {
    this.#ctx = ctx;
  }

  /** Begins at the end of the log. */
  async begin(): Promise<void> {
    this.#place = await endOfLog(this.#ctx.database.read);
  }

  /** Accounts with turns since the last call, or since it began. */
  async advance(): Promise<string[]> {
    const { read } = this.#ctx.database;
    const place = this.#place ?? (await endOfLog(read));
    const { accounts, next, hasUnsettled } = await accountsWithTurnsFrom(read, place);
    this.#place = next;
    if (!hasUnsettled || accounts.length > 0) this.#unsettledReads = 0;
    if (hasUnsettled) this.#unsettledReads += 1;
    return accounts;
  }

  /** Milliseconds until the next look: soon where turns wait for the end of a transaction, later the longer it takes. */
  delay(): number {
    const interval = idleIntervalMs(this.#ctx.database);
    if (this.#unsettledReads === 0) return interval;
    return Math.min(interval, firstDelayMs * 2 ** (this.#unsettledReads - 1));
  }
}

/** Wakes those who wait for turns of an account, also where the notification came before the turns could be read. */
class TurnFollower {
  #members = 0;
  #isRunning = false;
  #wakeUp = new AbortController();

  join(ctx: ServiceContext): void {
    this.#members += 1;
    if (!this.#isRunning) void this.#run(ctx);
  }

  leave(): void {
    this.#members -= 1;
    if (this.#members === 0) this.#wakeUp.abort();
  }

  wake(): void {
    this.#wakeUp.abort();
  }

  async #run(ctx: ServiceContext): Promise<void> {
    this.#isRunning = true;
    const cursor = new TurnCursor(ctx);
    while (this.#members > 0) {
      const { signal } = this.#wakeUp;
      try {
        ctx.changes.notify(await cursor.advance());
      } catch (error) {
        ctx.log.error({ err: error }, 'The turn log could not be read; retrying');
      }
      // An aborted wait is over, too.
      await wait(cursor.delay(), undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) {
        await wait(firstDelayMs, undefined, { ref: false });
        this.#wakeUp = new AbortController();
      }
    }
    this.#isRunning = false;
  }
}

/** The one of this server. */
export const turnFollowerOf = perServer(() => new TurnFollower());
