/** One connection to a SQLite file, with a cache of prepared statements. */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { type CellCipher, type DataKeyRow, dataKeysQuery } from './cell-cipher.ts';

/** More than the product has queries; lists of varying length are what would make it grow. */
const maxStatements = 500;

/** What a statement that writes changes on average, with its indexes. */
const pagesPerWrite = 4;
const pageSize = 4_096;

type Prepared = { statement: StatementSync; givesRows: boolean; onlyReads: boolean };

export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #cells: CellCipher;
  readonly #explain: (error: unknown) => unknown;
  readonly #statements = new Map<string, Prepared>();
  #changes = 0;
  #writtenPages = 0;
  /** At the last commit; null before the first. */
  #usedPages: number | null = null;

  /** `explain` gives what is thrown for an error of SQLite. */
  constructor(database: DatabaseSync, cells: CellCipher, explain: (error: unknown) => unknown) {
    this.#database = database;
    this.#cells = cells;
    this.#explain = explain;
  }

  /** False outside a transaction, also when SQLite itself rolled one back after a grave error. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Grows with each query that could have changed something, also when it failed. */
  get changes(): number {
    return this.#changes;
  }

  /** About how many pages were written since the last call. */
  takeWrittenPages(): number {
    const pages = this.#writtenPages;
    this.#writtenPages = 0;
    return pages;
  }

  /**
   * Commits the transaction. What it deleted, or copied from one row to another, is counted among the written pages by how many of
   * them the file has in use: no value of a statement says so.
   */
  commit(): void {
    const [pages, free] = ['page_count', 'freelist_count'].map((name) => {
      const row = this.#prepare(`pragma ${name}`).statement.get() as Record<string, number>;
      return row[name] ?? 0;
    });
    const used = (pages ?? 0) - (free ?? 0);
    const changed = Math.abs(used - (this.#usedPages ?? used));
    this.#writtenPages = Math.max(this.#writtenPages, changed);
    this.#usedPages = used;
    this.run('commit');
  }

  /** Runs a statement without parameters and rows, as `begin immediate`. */
  run(sql: string): void {
    this.#explained(() => this.#prepare(sql).statement.run());
  }

  /** Runs a query for its rows; one that gives none has an empty list of them. */
  rowsOf(sql: string, values: readonly unknown[]): unknown[] {
    const bound = this.#cells.bind(values) as readonly SQLInputValue[];
    return this.#explained(() => this.#opened(this.#begin(sql, bound).statement.all(...bound)));
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#explained(() => this.#execute(query));
  }

  #execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    // What cannot be bound (undefined, a boolean, an object) is refused by SQLite with its own error.
    const values = this.#cells.bind(parameters) as readonly SQLInputValue[];
    const { statement, givesRows } = this.#begin(sql, values);
    if (givesRows) {
      const rows = this.#opened(statement.all(...values)) as R[];
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #opened(rows: unknown[]): unknown[] {
    const pending = this.#cells.open(rows);
    if (pending.length > 0) {
      this.#cells.learn(this.#prepare(dataKeysQuery).statement.all() as DataKeyRow[]);
      this.#cells.openPending(pending);
    }
    return rows;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages, not as a stream.');
  }

  #explained<T>(query: () => T): T {
    try {
      return query();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #begin(sql: string, values: readonly SQLInputValue[]): Prepared {
    const prepared = this.#prepare(sql);
    if (prepared.onlyReads) return prepared;
    this.#changes += 1;
    this.#writtenPages += pagesPerWrite;
    for (const value of values) {
      const size = typeof value === 'string' || ArrayBuffer.isView(value) ? sizeOf(value) : 0;
      if (size > pageSize) this.#writtenPages += size / pageSize;
    }
    return prepared;
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const onlyReads = sql.startsWith('select ');
    const prepared = { statement, givesRows: statement.columns().length > 0, onlyReads };
    const oldest = this.#statements.keys().next();
    if (this.#statements.size >= maxStatements && !oldest.done) this.#statements.delete(oldest.value);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Its length in bytes, or in characters: what a text takes is nearly that. */
function sizeOf(value: string | NodeJS.ArrayBufferView): number {
  return typeof value === 'string' ? value.length : value.byteLength;
}
