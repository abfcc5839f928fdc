/**
 * The starts of executions that a process may make in a second: it leases a block of them in a transaction of its own,
 * and gives them to turns from memory, so the counter is written once for each block and never locked until a turn
 * commits.
 */

import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { leaseStarts, type StartWindow } from '../store/start-counts.ts';

/**
 * The part of the limit that is one block. What is left of a block when its second ends was not used: with several
 * processes, up to a block of each.
 */
const blocksPerLimit = 10;

/** Starts that are leased and not given to a turn yet, of one second. */
class LeasedStarts {
  #second = 0;
  readonly #left = new Map<string, number>();
  /** Blocks that are being leased. */
  readonly #leases = new Map<string, Promise<number>>();

  add(window: StartWindow, count: number): void {
    // What is left of another second cannot be used any more.
    if (window.second > this.#second) this.#left.clear();
    if (window.second < this.#second) return;
    this.#second = window.second;
    this.#left.set(keyOf(window), (this.#left.get(keyOf(window)) ?? 0) + count);
  }

  take(window: StartWindow): boolean {
    const left = window.second === this.#second ? (this.#left.get(keyOf(window)) ?? 0) : 0;
    if (left > 0) this.#left.set(keyOf(window), left - 1);
    return left > 0;
  }

  /** Adds another block; those who ask at the same time share it. Gives its size, 0 when the limit is reached. */
  lease(window: StartWindow, leaseBlock: () => Promise<number>): Promise<number> {
    const key = `${window.second} ${keyOf(window)}`;
    const running = this.#leases.get(key);
    if (running !== undefined) return running;
    const leasing = leaseBlock()
      .then((count) => {
        this.add(window, count);
        return count;
      })
      .finally(() => this.#leases.delete(key));
    this.#leases.set(key, leasing);
    return leasing;
  }
}

const keyOf = ({ account, source }: StartWindow) => `${source} ${account}`;

const leasedStartsOf = perServer(() => new LeasedStarts());

/** The starts that one turn transaction has taken; a transaction that is rolled back or run again gives them back. */
export class TakenStarts {
  readonly #ctx: ServiceContext;
  #own: StartWindow[] = [];
  #taken: StartWindow[] = [];

  constructor(ctx: ServiceContext) {
    this.#ctx = ctx;
  }

  take(window: StartWindow): boolean {
    const own = this.#own.findIndex((each) => isSame(each, window));
    if (own !== -1) this.#own.splice(own, 1);
    else if (!leasedStartsOf(this.#ctx).take(window)) return false;
    this.#taken.push(window);
    return true;
  }

  giveBack(): void {
    for (const window of this.#taken) leasedStartsOf(this.#ctx).add(window, 1);
    this.#taken = [];
  }

  /** Takes a start for the next attempt, from another block where it has to. @throws Refusal too-many */
  async lease(window: StartWindow): Promise<void> {
    const { config, database } = this.#ctx;
    const limit = config.startLimits[window.source];
    const size = Math.max(1, Math.floor(limit / blocksPerLimit));
    const leased = leasedStartsOf(this.#ctx);
    for (let count = size; !leased.take(window); ) {
      if (count === 0) throw new Refusal('too-many', 'Too Many Requests');
      count = await leased.lease(window, () =>
        database.write((tx) => leaseStarts(tx, window, { size, limit })),
      );
    }
    this.#own.push(window);
  }

  /** Ends the transaction: what was leased for it and is unused goes back to the block. */
  end(): void {
    for (const window of this.#own) leasedStartsOf(this.#ctx).add(window, 1);
    this.#own = [];
  }
}

function isSame(one: StartWindow, other: StartWindow): boolean {
  return one.account === other.account && one.source === other.source && one.second === other.second;
}
