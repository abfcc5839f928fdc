/** The adapter of the embedded file, with a short way for queries that are built already. */

import { SqliteAdapter } from 'kysely';

/** Runs a query at once and gives its rows. */
export type Ask = (sql: string, values: readonly (string | number | null | Uint8Array)[]) => unknown[];

export class DirectAdapter extends SqliteAdapter {
  readonly ask: Ask;

  constructor(ask: Ask) {
    super();
    this.ask = ask;
  }
}
