/**
 * Group commit for PostgreSQL: short writes that arrive together share one transaction on one connection. Their queries
 * are pipelined side by side, so that each exchange, and the commit, is paid once for all of them
 * (docs/decisions/057). When one of them fails after it has written, nothing is committed, and each runs by itself.
 */

import { commitSize } from '../metrics.ts';
import type { Sharing, TransactionWork } from './database.ts';
import { unavailable } from './retry-while-unavailable.ts';

/** Larger groups gain little, and all of a group wait for its slowest write. */
const maxGroup = 32;

/**
 * How many groups one process has under way at most. One at a time is the cheapest as long as it keeps up: another one
 * begins at the same time when it would be full, or when those under way take long, as they wait for a locked row or the disk.
 */
const maxRunningGroups = 4;
const longMs = 20;

/** How long the writes of an owner go by themselves after one of them was refused in a group. */
const exclusionMs = 10_000;
const maxExcludedOwners = 1_000;

/** How many seconds a write waits for a group, so that no queue grows while the database takes none; carriers time out after 15 s. */
const maxWaitSeconds = 10;

export type GroupedWrite = {
  work: TransactionWork<unknown>;
  sharing: Sharing;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
};

/** `waited`: seconds, rounded up. */
type QueuedWrite = GroupedWrite & { waited: number };

/** How one write of a group ended: with its value, or by throwing before it had written anything. */
export type WriteOutcome = { value: unknown } | { refusal: unknown };

/** Thrown when a group was rolled back; `refused` are those that threw after they had written. */
export class GroupRolledBack extends Error {
  override readonly name = 'GroupRolledBack';
  readonly refused: readonly GroupedWrite[];

  constructor(refused: readonly GroupedWrite[], cause: unknown) {
    super('The transaction of a group was rolled back.', { cause });
    this.refused = refused;
  }
}

export type GroupRunner = {
  /** Runs one write in a transaction of its own. */
  alone<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs several in one. @throws GroupRolledBack when nothing was committed, anything else when that is not known */
  together(group: readonly GroupedWrite[]): Promise<readonly WriteOutcome[]>;
};

export class GroupedWrites {
  readonly #runner: GroupRunner;
  readonly #queue: QueuedWrite[] = [];
  /** Of the writes under way. */
  readonly #keys = new Set<string>();
  /** The owners whose writes go by themselves. */
  readonly #excluded = new Set<string>();
  /** Groups, and writes that run again by themselves. */
  #running = 0;
  #alone = 0;
  #isScheduled = false;
  /** Whether the last group began longer ago than a group should take. */
  #takesLong = false;
  #isCounting = false;
  readonly #longTimer = setTimeout(() => {
    this.#takesLong = true;
    this.#schedule();
  }, longMs).unref();

  constructor(runner: GroupRunner) {
    this.#runner = runner;
  }

  write<T>(work: TransactionWork<T>, sharing: Sharing): Promise<T> {
    if (this.#excluded.has(sharing.owner)) return this.#runner.alone(work);
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ work, sharing, resolve: resolve as (value: unknown) => void, reject, waited: 0 });
      this.#countSeconds();
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0 || this.#running >= maxRunningGroups) return;
    if (this.#running > 0 && this.#queue.length < maxGroup && !this.#takesLong) return;
    this.#isScheduled = true;
    // At the end of this turn of the event loop: all writes until then join the group.
    setImmediate(() => {
      this.#isScheduled = false;
      const group = this.#takeGroup();
      if (group.length > 0) void this.#run(group);
    });
  }

  /** Counted, not read from a clock: a process that was stopped itself has made nothing wait. */
  #countSeconds(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setTimeout(() => {
      this.#isCounting = false;
      for (const write of this.#queue) write.waited += 1;
      // The longest waiting ones are the first.
      while ((this.#queue[0]?.waited ?? 0) > maxWaitSeconds)
        this.#queue.shift()?.reject(unavailable('The database takes too long', null));
      if (this.#queue.length > 0) this.#countSeconds();
    }, 1_000).unref();
  }

  /** How many writes wait for a group. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Resolves when all writes have ended. */
  async untilIdle(): Promise<void> {
    while (this.#running + this.#alone + this.#queue.length > 0)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** The longest waiting ones; of those with the same key one at a time. */
  #takeGroup(): GroupedWrite[] {
    const group: GroupedWrite[] = [];
    for (let at = 0; at < this.#queue.length && group.length < maxGroup; ) {
      const next = this.#queue[at];
      if (next === undefined || this.#keys.has(next.sharing.key)) {
        at += 1;
        continue;
      }
      this.#keys.add(next.sharing.key);
      this.#queue.splice(at, 1);
      group.push(next);
    }
    return group;
  }

  async #run(group: readonly GroupedWrite[]): Promise<void> {
    this.#running += 1;
    this.#takesLong = false;
    this.#longTimer.refresh();
    this.#schedule();
    const rolledBack = await this.#runTogether(group);
    this.#running -= 1;
    // By themselves they may wait for locked rows: other groups do not wait for them.
    for (const write of rolledBack) void this.#runAlone(write);
    for (const write of group) if (!rolledBack.includes(write)) this.#keys.delete(write.sharing.key);
    this.#schedule();
  }

  /** Gives the writes that have to run again. */
  async #runTogether(group: readonly GroupedWrite[]): Promise<readonly GroupedWrite[]> {
    try {
      const outcomes = await this.#runner.together(group);
      commitSize.observe(group.length);
      for (const [at, outcome] of outcomes.entries()) {
        if ('value' in outcome) group[at]?.resolve(outcome.value);
        else group[at]?.reject(outcome.refusal);
      }
      return [];
    } catch (error) {
      if (error instanceof GroupRolledBack) {
        for (const { sharing } of error.refused) this.#exclude(sharing.owner);
        return group;
      }
      for (const write of group) write.reject(error);
      return [];
    }
  }

  async #runAlone({ work, sharing, resolve, reject }: GroupedWrite): Promise<void> {
    this.#alone += 1;
    await this.#runner.alone(work).then(resolve, reject);
    this.#alone -= 1;
    this.#keys.delete(sharing.key);
    this.#schedule();
  }

  #exclude(owner: string): void {
    if (this.#excluded.has(owner) || this.#excluded.size >= maxExcludedOwners) return;
    this.#excluded.add(owner);
    setTimeout(() => this.#excluded.delete(owner), exclusionMs).unref();
  }
}
