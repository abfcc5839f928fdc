/** The database interface: reads, write transactions that are durable when they resolve, and notifications. */

import type { Kysely } from 'kysely';
import type { CellCipher } from './cell-cipher.ts';
import type { NotificationListener } from './notifications.ts';
import type { Tables } from './schema/tables.ts';
import type { StorageFault } from './storage-fault.ts';

export type Dialect = 'sqlite' | 'postgres';

/** What queries run on: `database.read` or `database.replica`, or the transaction that `write` passes to its callback. */
export type Queries = Kysely<Tables>;

/**
 * Takes a last write of a transaction, which does not wait for its answer: on PostgreSQL the commit is sent right behind it,
 * in one exchange. It is one statement; when it rejects, nothing is committed, and the transaction rejects with its error.
 */
export type WithCommit = (write: Promise<unknown>) => void;

export type TransactionWork<T> = (tx: Queries, withCommit: WithCommit) => Promise<T>;

/**
 * Whose a write is that may share a transaction with others: those with the same `key` never do, as they would lock the same
 * rows. The writes of an `owner` go by themselves for a while after one of them was refused. The rows are in `shard`.
 */
export type Sharing = { key: string; owner: string; shard: number };

/**
 * Calls `read` with the shards to look into, null for all. On a Citus cluster of which a node does not answer, it is called for
 * each of the others, and what they have is given together.
 */
export type ReadAcrossShards = <R>(
  read: (db: Queries, shards: readonly number[] | null) => Promise<readonly R[]>,
) => Promise<R[]>;

/** `shards` is how many of the 256 a node has; `answers` is false where it has not for a few seconds. */
export type DatabaseNode = { address: string; shards: number; answers: boolean };

export type Database = {
  dialect: Dialect;
  /** Encrypts and decrypts cells with data of contacts, once it has settings. */
  cells: CellCipher;
  /** Sees committed rows only. May not be used to change anything. */
  read: Queries;
  /**
   * The same for lists, statistics and pages of executions, which a read replica may answer. Sees all that was committed
   * before the call, in whichever process; `read` where there is no replica.
   */
  replica: Queries;
  /** Reads rows of all shards, for what goes on with those that it can reach. */
  readAcrossShards: ReadAcrossShards;
  /**
   * Runs `work` in one transaction and resolves with its value once the commit is on disk. When it throws, the
   * transaction is rolled back. It awaits nothing but its own queries: no network, no file, no other write (all three
   * throw on the embedded file). It changes nothing outside the database, as it may run again: on PostgreSQL after a
   * serialization failure, on the embedded file when another callback of the same group commit threw.
   *
   * On the embedded file all writes share transactions with those that arrive together; on PostgreSQL those with
   * `sharing`, on Citus those of them whose shards are on the same node. Such a write locks or changes no rows but those
   * of its key, so that it needs no protection from the others.
   */
  write<T>(work: TransactionWork<T>, sharing?: Sharing): Promise<T>;
  /**
   * PostgreSQL only: runs `work` on one connection of its own, outside any transaction and without a time limit for
   * statements; for migrations. Never retried.
   */
  session<T>(work: (db: Queries) => Promise<T>): Promise<T>;
  /**
   * Erases from the embedded files what deleted and overwritten rows left there, between commits: in indexes and
   * tables of personal data (that are not large) and in the write-ahead log. Does nothing on PostgreSQL, which vacuums
   * its tables and recycles its log by itself.
   */
  eraseDeleted(): Promise<void>;
  /**
   * Publishes a notification to subscribers in this process and in those that listen to the channel; call it after the
   * commit. Returns at once. Equal notifications are coalesced, and any may get lost, so subscribers poll the rows as well.
   */
  notify(channel: string, text?: string): void;
  /**
   * Subscribes to notifications of this process, and to those of other processes on channels that are listened to,
   * until the returned function is called. One on the channel `missedNotifications` says that some were lost.
   */
  onNotification(listener: NotificationListener): () => void;
  /**
   * Listens to what other processes publish on a channel (letters, digits and `_`), until the returned function is
   * called. Once that has begun, subscribers get a notification on `startedListening`, as some may have been missed before.
   */
  listen(channel: string): () => void;
  /** False while notifications of other processes do not arrive: who waits for one polls more often then. */
  isListening(): boolean;
  /** What is wrong with the disk or the file; null once a write was committed, but for damage. */
  storageFault(): StorageFault | null;
  /**
   * The embedded file only, as PostgreSQL has its own means: checks all of it in the background, a tenth of the time. Resolves
   * with what is wrong, which `storageFault` then says too; null when nothing was found.
   */
  checkIntegrity(signal: AbortSignal): Promise<string | null>;
  /** The nodes that it is distributed over; none where it is one server or a file. */
  nodes(): Promise<readonly DatabaseNode[]>;
  /** Connections that are open and idle, and how many writes or queries wait for one. */
  poolStats(): { open: number; idle: number; waiting: number };
  /**
   * From now on all that is asked of a server that is gone or silent waits for it together, and no longer than a shutdown
   * may take: call it when the process is to end.
   */
  limitWaiting(): void;
  /** Waits for writes in progress, then closes the file or the connections. Idempotent. */
  close(): Promise<void>;
};
