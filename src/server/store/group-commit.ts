/**
 * Writes to the embedded file: works that arrive together share one transaction, and so one wait for
 * the disk. Each stands in its own savepoint, so that one that throws takes back only itself.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Queries } from './database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Longer groups save nothing more and keep the rest of the process waiting. */
const maxGroup = 64;

type Work = {
  run(tx: Queries): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  /** Ends the waiting for a work that waits for something else than its queries. */
  expire(): void;
};

export class GroupCommit {
  readonly #connection: SqliteConnection;
  readonly #tx: Queries;
  /** The work on whose behalf code is running, wherever it was called from. */
  readonly #inside = new AsyncLocalStorage<Work>();
  #queue: Work[] = [];
  #current: Work | null = null;
  #pending = false;
  #closing: (() => void) | null = null;
  #closed = false;

  /** `queriesOn` builds the queries of works; the guard that it is handed is called before each of them. */
  constructor(connection: SqliteConnection, queriesOn: (guard: () => void) => Queries) {
    this.#connection = connection;
    this.#tx = queriesOn(() => this.#refuseStrangers());
  }

  /** Runs `run` in the next group; resolves after the commit. */
  write<T>(run: (tx: Queries) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The database is closed.'));
    if (this.#inside.getStore() !== undefined) {
      return Promise.reject(
        new Error('A work may not begin another write: it uses the transaction it was given.'),
      );
    }
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, resolve: resolve as (value: unknown) => void, reject, expire: () => {} });
      this.#schedule();
    });
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
    setImmediate(() => this.#inside.exit(() => void this.#runGroup()));
  }

  async #runGroup(): Promise<void> {
    const done: { work: Work; value: unknown }[] = [];
    // SQLite answers at once, so a group is over before the event loop turns, unless a work waits elsewhere.
    const overdue = setInterval(() => this.#current?.expire(), 0);
    let work: Work | undefined;
    try {
      this.#connection.run('begin immediate');
      for (let ran = 0; ran < maxGroup; ran++) {
        work = this.#queue.shift();
        if (work === undefined) break;
        await this.#runWork(work, done);
      }
      this.#connection.run('commit');
      for (const each of done) each.work.resolve(each.value);
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.run('rollback');
      work?.reject(error);
      for (const each of done) each.work.reject(error);
      // A group that could not even begin fails as a whole: nobody waits for ever.
      if (work === undefined && done.length === 0)
        for (const each of this.#queue.splice(0)) each.reject(error);
    } finally {
      clearInterval(overdue);
      this.#current = null;
      this.#pending = false;
    }
    if (this.#queue.length > 0) this.#schedule();
    else this.#closing?.();
  }

  /** @throws when the whole transaction is lost, not when the work throws. */
  async #runWork(work: Work, done: { work: Work; value: unknown }[]): Promise<void> {
    this.#current = work;
    this.#connection.run('savepoint work');
    try {
      const value = await this.#inside.run(work, () => untilExpired(work, this.#tx));
      this.#connection.run('release work');
      done.push({ work, value });
    } catch (error) {
      this.#current = null;
      if (!this.#connection.inTransaction) throw error;
      this.#connection.run('rollback to work');
      this.#connection.run('release work');
      work.reject(error);
    }
  }

  #refuseStrangers(): void {
    if (this.#current === null || this.#inside.getStore() !== this.#current) {
      throw new Error('A transaction was used outside its work.');
    }
  }
}

function untilExpired(work: Work, tx: Queries): Promise<unknown> {
  return new Promise((resolve, reject) => {
    work.expire = () => reject(new Error('A work waited for something other than its own queries.'));
    work.run(tx).then(resolve, reject);
  });
}
