/** What one step of the tables' history consists of. The steps and their order are in `migrate.ts`. */

import type { RawBuilder } from 'kysely';
import type { Queries } from '../database.ts';

/** Column types that the dialects spell differently; the rest is `text`, `integer` and `bigint` on both. */
export type Columns = {
  /** A text that is looked up or paged by: compared by bytes on both dialects. */
  key: RawBuilder<unknown>;
  /** A whole number that the database gives, greater for each new row. For a primary key. */
  serial: RawBuilder<unknown>;
  /** Bytes, as they are. */
  bytes: RawBuilder<unknown>;
  /** Ends a table of small rows that are found by the primary key alone: where it can, it keeps them in that order. */
  inOrder: RawBuilder<unknown>;
};

/** `name` is never changed once released: it is how a database remembers what it has been through. */
export type Migration = { name: string; up(tx: Queries, columns: Columns): Promise<void> };
