/** The shape of one schema migration. The list of all, in their order, is in `migrate.ts`. */

import type { RawBuilder } from 'kysely';
import type { Queries } from '../database.ts';

/** Column types that the dialects spell differently; the rest is `text`, `integer` and `bigint` on both. */
export type Columns = {
  /** A text that is looked up or paged by: compared by bytes on both dialects. */
  key: RawBuilder<unknown>;
  /** A whole number that the database generates, greater for each new row. For a primary key. */
  serial: RawBuilder<unknown>;
  /** Bytes, as they are. */
  bytes: RawBuilder<unknown>;
  /** Ends a table of small rows that are found by the primary key alone: clustered by it on SQLite. */
  inOrder: RawBuilder<unknown>;
};

/** The first migration whose versions look at `servedSince`: all of them do. */
export const anyVersion = '079-served-since';

export type Migration = {
  /** Never changed once released: the database remembers by it what was applied. */
  name: string;
  /**
   * What it locks on PostgreSQL, besides the tables that it creates itself; until the transaction of its batch commits.
   * The tables that its new foreign keys point at are always locked against writes, which is not repeated there.
   */
  locks: string;
  /**
   * False: PostgreSQL runs it outside a transaction, as `create index concurrently` must be. It then has to be
   * repeatable (`if not exists`), as it may have been cut off anywhere. SQLite runs all in a transaction.
   */
  transaction?: false;
  /**
   * The name of the oldest migration whose versions may serve a database that has this one: so old and new processes
   * serve side by side, and the way back needs no backup. `anyVersion` for one that expands (a column with a default or
   * without a value, a table, an index); for one that contracts, the one since which no version uses what it removes.
   * Without it, versions that do not know this migration do not start on the database. See docs/decisions/106.
   */
  servedSince?: string;
  up(db: Queries, columns: Columns): Promise<void>;
};
