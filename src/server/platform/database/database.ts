/** The database as everything else sees it: reads, and writes that are durable when they resolve. */

import type { Kysely } from 'kysely';
import type { NotificationListener } from './notifications.ts';
import type { Tables } from './schema/tables.ts';

export type Dialect = 'sqlite' | 'postgres';

/** What queries run on: `database.read`, or the transaction that `write` hands to a work. */
export type Queries = Kysely<Tables>;

export type Database = {
  dialect: Dialect;
  /** Sees committed rows only. May not be used to change anything. */
  read: Queries;
  /**
   * Runs `work` in one transaction and resolves with its value once the commit is on disk. A work that
   * throws leaves nothing behind. It waits for nothing but its own queries: no network, no file, no
   * other write (all three fail loudly on the embedded file). It changes nothing outside the database,
   * as it may be run again: on PostgreSQL when its transaction lost against another one, on the embedded
   * file when another work of the same commit threw.
   */
  write<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /**
   * Sees to it that what was deleted or overwritten leaves the embedded database's files too, in between two
   * writes. PostgreSQL sees to that by itself.
   */
  truncateWal(): Promise<void>;
  /**
   * Tells listeners in all processes on this database that rows of some kind have changed; call it after the
   * commit. Returns at once. Hints that stand together are told as one, and any may get lost, so whoever listens
   * looks at the rows now and then all the same.
   */
  notify(channel: string, text?: string): void;
  /**
   * Hears hints, also those of this process, until the function that it gives back is called. A hint on the channel
   * `missedHints` says that some were lost.
   */
  onNotification(listener: NotificationListener): () => void;
  /** Connections that are open and idle, and how many works or queries wait for one. */
  poolStats(): { open: number; idle: number; waiting: number };
  /** Waits for writes under way, then lets go of the file or the connections. Closing again does nothing. */
  close(): Promise<void>;
};
