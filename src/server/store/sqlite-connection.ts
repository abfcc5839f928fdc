/** One connection to a SQLite file, with its prepared statements kept for the next time. */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** More than the product has queries; lists of varying length are what would make it grow. */
const maxStatements = 500;

type Prepared = { statement: StatementSync; givesRows: boolean };

export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** False outside a transaction, also when SQLite itself rolled one back after a grave error. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs a statement without parameters and rows, as `begin immediate`. */
  run(sql: string): void {
    this.#prepare(sql).statement.run();
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, givesRows } = this.#prepare(sql);
    // What cannot be bound (undefined, a boolean, an object) is refused by SQLite with its own error.
    const values = parameters as readonly SQLInputValue[];
    if (givesRows) {
      const rows = statement.all(...values) as R[];
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in slices, not as a stream.');
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    const oldest = this.#statements.keys().next();
    if (this.#statements.size >= maxStatements && !oldest.done) this.#statements.delete(oldest.value);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
