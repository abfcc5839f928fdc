/**
 * Group commit for the embedded file: writes that arrive together share one transaction, and so one fsync. One that
 * throws rolls back only itself: the transaction restarts with each write in a savepoint.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventLoopTurn } from '../event-loop-turn.ts';
import { commitSize } from '../metrics.ts';
import type { Queries, TransactionWork } from './database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Larger groups gain nothing and block the event loop for longer. */
const maxGroup = 64;

type WriteTask = {
  run: TransactionWork<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
};

/** One run of a write. Only the current attempt may run queries, so leftovers of an earlier one are rejected. */
type Attempt = {
  /** Rejects a write that awaits something other than its queries. */
  expire(): void;
};

/** Resolves or rejects a write; called after the commit. */
type Settlement = () => void;

export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #tx: Queries;
  readonly #turn: EventLoopTurn;
  readonly #committed: () => void;
  /** The attempt on whose behalf code is running, wherever it was called from. */
  readonly #activeAttempt = new AsyncLocalStorage<Attempt>();
  readonly #queue: WriteTask[] = [];
  #current: Attempt | null = null;
  /** Actions to run between two groups. */
  readonly #betweenCommits: Settlement[] = [];
  #pending = false;
  #closing: (() => void) | null = null;
  #closed = false;

  /**
   * `queriesOn` creates the query builder of writes; the guard that it is passed is called before each query. `committed` is
   * called after each commit.
   */
  constructor(
    connection: SqliteConnection,
    queriesOn: (guard: () => void) => Queries,
    turn: EventLoopTurn,
    committed: () => void,
  ) {
    this.#connection = connection;
    this.#turn = turn;
    this.#committed = committed;
    this.#tx = queriesOn(() => this.#requireOwnTransaction());
  }

  /** Runs `run` in the next group, perhaps more than once; resolves after the commit. */
  write<T>(run: TransactionWork<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The database is closed.'));
    if (this.#activeAttempt.getStore() !== undefined) {
      return Promise.reject(
        new Error('A write may not begin another write: it uses the transaction it was given.'),
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

  /** How many writes wait for the next group. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Rejects further writes and resolves when those in progress are done. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#pending) await new Promise<void>((resolve) => (this.#closing = resolve));
  }

  /** The group begins at the end of this turn of the event loop, or of a later one that is less busy: all writes until then join it. */
  #schedule(): void {
    if (this.#pending) return;
    this.#pending = true;
    const runGroup = () => void this.#runGroup();
    setImmediate(() => this.#activeAttempt.exit(() => this.#turn.runFirst(runGroup)));
  }

  async #runGroup(): Promise<void> {
    const group = this.#queue.splice(0, maxGroup);
    // SQLite runs synchronously, so a group ends within one turn of the event loop, unless a write awaits something else.
    const overdue = setInterval(() => this.#current?.expire(), 0);
    try {
      this.#connection.run('begin immediate');
      const ends = (await this.#runInOneTransaction(group)) ?? (await this.#runInSavepoints(group));
      this.#connection.commit();
      commitSize.observe(group.length);
      this.#committed();
      for (const finish of ends) finish();
    } catch (error) {
      // The transaction is lost, or could not begin: reject all, so that no caller waits for ever.
      if (this.#connection.inTransaction) this.#connection.run('rollback');
      for (const write of group) write.reject(error);
    } finally {
      clearInterval(overdue);
      this.#pending = false;
    }
    this.#runPendingBetweenCommits();
    if (this.#queue.length > 0) this.#schedule();
    else this.#closing?.();
  }

  /**
   * Null when a write threw after it had changed something: the transaction was restarted, and nothing is done. Writes that
   * would make the turn of the event loop too long leave `group` for the next one.
   */
  async #runInOneTransaction(group: WriteTask[]): Promise<Settlement[] | null> {
    const ends: Settlement[] = [];
    const isOverdue = this.#turn.stopwatch();
    for (const [index, write] of group.entries()) {
      if (index > 0 && isOverdue()) {
        this.#queue.unshift(...group.splice(index));
        break;
      }
      const before = this.#connection.changes;
      try {
        const value = await this.#attempt(write);
        ends.push(() => write.resolve(value));
      } catch (error) {
        if (!this.#connection.inTransaction) throw error;
        if (this.#connection.changes !== before) {
          this.#connection.run('rollback');
          this.#connection.run('begin immediate');
          return null;
        }
        ends.push(() => write.reject(error));
      }
    }
    return ends;
  }

  /** Slower: each write can be rolled back by itself. */
  async #runInSavepoints(group: readonly WriteTask[]): Promise<Settlement[]> {
    const ends: Settlement[] = [];
    for (const write of group) {
      this.#connection.run('savepoint write');
      try {
        const value = await this.#attempt(write);
        ends.push(() => write.resolve(value));
      } catch (error) {
        if (!this.#connection.inTransaction) throw error;
        this.#connection.run('rollback to write');
        ends.push(() => write.reject(error));
      }
      this.#connection.run('release write');
    }
    return ends;
  }

  async #attempt(write: WriteTask): Promise<unknown> {
    const { promise, reject } = Promise.withResolvers<never>();
    const attempt: Attempt = {
      expire: () => reject(new Error('A write awaited something other than its own queries.')),
    };
    this.#current = attempt;
    try {
      return await Promise.race([this.#activeAttempt.run(attempt, () => this.#runWith(write)), promise]);
    } finally {
      this.#current = null;
    }
  }

  async #runWith(write: WriteTask): Promise<unknown> {
    const lastWrites: Promise<unknown>[] = [];
    try {
      return await write.run(this.#tx, (each) => {
        each.catch(() => {});
        lastWrites.push(each);
      });
    } finally {
      await Promise.all(lastWrites);
    }
  }

  #requireOwnTransaction(): void {
    if (this.#current === null || this.#activeAttempt.getStore() !== this.#current) {
      throw new Error('A transaction was used outside its write.');
    }
  }
}
