/**
 * Writes to the embedded file: works that arrive together share one transaction, and so one wait for
 * the disk. One that throws takes back only itself: the transaction begins anew, each work in a savepoint.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { commitSize } from '../metrics.ts';
import type { Queries } from './database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Longer groups save nothing more and keep the rest of the process waiting. */
const maxGroup = 64;

type WriteTask = {
  run(tx: Queries): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
};

/** One run of a work. Queries are taken from the one under way only, so what is left of an earlier one is refused. */
type Attempt = {
  /** Ends the waiting for a work that waits for something else than its queries. */
  expire(): void;
};

/** Tells a work how it ended; called after the commit. */
type Settlement = () => void;

export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #tx: Queries;
  /** The attempt on whose behalf code is running, wherever it was called from. */
  readonly #activeAttempt = new AsyncLocalStorage<Attempt>();
  readonly #queue: WriteTask[] = [];
  #current: Attempt | null = null;
  /** What waits for the moment between two groups. */
  readonly #betweenCommits: Settlement[] = [];
  #pending = false;
  #closing: (() => void) | null = null;
  #closed = false;

  /** `queriesOn` builds the queries of works; the guard that it is handed is called before each of them. */
  constructor(connection: SqliteConnection, queriesOn: (guard: () => void) => Queries) {
    this.#connection = connection;
    this.#tx = queriesOn(() => this.#requireOwnTransaction());
  }

  /** Runs `run` in the next group, perhaps more than once; resolves after the commit. */
  write<T>(run: (tx: Queries) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The database is closed.'));
    if (this.#activeAttempt.getStore() !== undefined) {
      return Promise.reject(
        new Error('A work may not begin another write: it uses the transaction it was given.'),
      );
    }
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Runs `act` while no transaction is open, before the next group begins. */
  runBetweenCommits(act: () => void): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#betweenCommits.push(() => {
        try {
          act();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
      if (!this.#pending) this.#runPendingBetweenCommits();
    });
  }

  #runPendingBetweenCommits(): void {
    for (const act of this.#betweenCommits.splice(0)) act();
  }

  /** How many works wait for the next group. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Refuses further writes and resolves when those under way are done. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#pending) await new Promise<void>((resolve) => (this.#closing = resolve));
  }

  /** The next turn of the event loop begins the group: all that arrived with this one's input joins it. */
  #schedule(): void {
    if (this.#pending) return;
    this.#pending = true;
    setImmediate(() => this.#activeAttempt.exit(() => void this.#runGroup()));
  }

  async #runGroup(): Promise<void> {
    const group = this.#queue.splice(0, maxGroup);
    // SQLite answers at once, so a group is over before the event loop turns, unless a work waits elsewhere.
    const overdue = setInterval(() => this.#current?.expire(), 0);
    try {
      this.#connection.run('begin immediate');
      const ends = (await this.#runInOneTransaction(group)) ?? (await this.#runInSavepoints(group));
      this.#connection.run('commit');
      commitSize.observe(group.length);
      for (const settle of ends) settle();
    } catch (error) {
      // The transaction is lost, or could not even begin: nobody waits for ever.
      if (this.#connection.inTransaction) this.#connection.run('rollback');
      for (const work of group) work.reject(error);
    } finally {
      clearInterval(overdue);
      this.#pending = false;
    }
    this.#runPendingBetweenCommits();
    if (this.#queue.length > 0) this.#schedule();
    else this.#closing?.();
  }

  /** Null when a work threw after it had changed something: the transaction is a new one, and nothing is done. */
  async #runInOneTransaction(group: readonly WriteTask[]): Promise<Settlement[] | null> {
    const ends: Settlement[] = [];
    for (const work of group) {
      const before = this.#connection.changes;
      try {
        const value = await this.#attempt(work);
        ends.push(() => work.resolve(value));
      } catch (error) {
        if (!this.#connection.inTransaction) throw error;
        if (this.#connection.changes !== before) {
          this.#connection.run('rollback');
          this.#connection.run('begin immediate');
          return null;
        }
        ends.push(() => work.reject(error));
      }
    }
    return ends;
  }

  /** Slower: each work can be taken back by itself. */
  async #runInSavepoints(group: readonly WriteTask[]): Promise<Settlement[]> {
    const ends: Settlement[] = [];
    for (const work of group) {
      this.#connection.run('savepoint work');
      try {
        const value = await this.#attempt(work);
        ends.push(() => work.resolve(value));
      } catch (error) {
        if (!this.#connection.inTransaction) throw error;
        this.#connection.run('rollback to work');
        ends.push(() => work.reject(error));
      }
      this.#connection.run('release work');
    }
    return ends;
  }

  async #attempt(work: WriteTask): Promise<unknown> {
    const { promise, reject } = Promise.withResolvers<never>();
    const attempt: Attempt = {
      expire: () => reject(new Error('A work waited for something other than its own queries.')),
    };
    this.#current = attempt;
    try {
      return await Promise.race([this.#activeAttempt.run(attempt, () => work.run(this.#tx)), promise]);
    } finally {
      this.#current = null;
    }
  }

  #requireOwnTransaction(): void {
    if (this.#current === null || this.#activeAttempt.getStore() !== this.#current) {
      throw new Error('A transaction was used outside its work.');
    }
  }
}
