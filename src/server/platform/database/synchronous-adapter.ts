/** The adapter of the embedded file, with a short way for queries that are built already. */

import { SqliteAdapter } from 'kysely';

/** Runs a query at once and gives its rows. */
export type ExecuteSync = (
  sql: string,
  values: readonly (string | number | null | Uint8Array)[],
) => unknown[];

export class SynchronousSqliteAdapter extends SqliteAdapter {
  readonly executeSync: ExecuteSync;

  constructor(ask: ExecuteSync) {
    super();
    this.executeSync = ask;
  }
}
