/**
 * The starts of executions that turns take from the limit of a second. The counter is written in a transaction of its own,
 * once for each block, and never locked until a turn commits.
 */

import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { SharedRateLimiter, type WindowShare } from '../../platform/shared-rate-limiter.ts';
import { countStarts, type StartSource } from '../store/start-counts.ts';

/** The part of the limit that is one block. With several processes, up to a block of each is not used. */
const blocksPerLimit = 10;

const limiterOf = perServer(() => new SharedRateLimiter(1_000));

/** The starts that one turn transaction has taken; a transaction that is rolled back or run again gives them back. */
export class TakenStarts {
  readonly #ctx: ServiceContext;
  /** Leased for the next attempt. */
  #own: WindowShare[] = [];
  #taken: WindowShare[] = [];

  constructor(ctx: ServiceContext) {
    this.#ctx = ctx;
  }

  take(from: StartSource, now: number): boolean {
    const share = this.#shareOf(from, now);
    const own = this.#own.indexOf(share);
    if (own !== -1) this.#own.splice(own, 1);
    else if (!share.take()) return false;
    this.#taken.push(share);
    return true;
  }

  giveBack(): void {
    for (const share of this.#taken) share.giveBack();
    this.#taken = [];
  }

  /** Takes a start for the next attempt, from another block where it has to. @throws Refusal too-many */
  async lease(from: StartSource, now: number): Promise<void> {
    const { config, database } = this.#ctx;
    const limit = config.startLimits[from.source];
    const size = Math.max(1, Math.floor(limit / blocksPerLimit));
    const share = this.#shareOf(from, now);
    const isTaken = await share.takeOrLease(
      limit,
      () => size,
      ({ startedAt, ...block }) =>
        database.write((tx) => countStarts(tx, { ...from, second: startedAt / 1_000 }, block)),
    );
    if (!isTaken) throw new Refusal('too-many', 'Too Many Requests');
    this.#own.push(share);
  }

  /** Ends the transaction: what was leased for it and is unused goes back to the block. */
  end(): void {
    for (const share of this.#own) share.giveBack();
    this.#own = [];
  }

  #shareOf({ account, source }: StartSource, now: number): WindowShare {
    return limiterOf(this.#ctx).shareOf(`${source} ${account}`, now);
  }
}
