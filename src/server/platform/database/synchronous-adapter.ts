/** The SQLite adapter of the query builder, with a synchronous path for prepared queries. */

import { SqliteAdapter } from 'kysely';

/** Runs a query synchronously and returns its rows. */
export type ExecuteSync = (sql: string, values: readonly unknown[]) => unknown[];

export class SynchronousSqliteAdapter extends SqliteAdapter {
  readonly executeSync: ExecuteSync;

  constructor(executeSync: ExecuteSync) {
    super();
    this.executeSync = executeSync;
  }
}
