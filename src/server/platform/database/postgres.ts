/** PostgreSQL, for several processes over one database. */

import { Kysely } from 'kysely';
import pg from 'pg';
import {
  beginWithXid,
  didCommit,
  type StartedTransaction,
  type UnconfirmedCommit,
} from './commit-recovery.ts';
import { CorkedSocket } from './corked-socket.ts';
import type { Database, Queries, TransactionWork } from './database.ts';
import { closeClient, monitoredPool } from './monitored-pool.ts';
import { NotificationHub } from './notifications.ts';
import { openPgNotifyChannel } from './pg-notify.ts';
import {
  type Client,
  connectionOn,
  dialectFor,
  idleInTransactionTimeoutMs,
  type Pool,
  pooledConnection,
  statementTimeoutMs,
} from './postgres-connection.ts';
import { ReplicaReads } from './read-replica.ts';
import { errorCode, isConnectionLost, retryWhileUnavailable } from './retry-policy.ts';
import type { Tables } from './schema/tables.ts';

/** serialization_failure and deadlock_detected: the transaction conflicted with another and may be retried. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 5;

/** The type number of int8, which counts and epoch milliseconds have; they are safe as numbers. */
const int8 = 20;

export const defaultPoolSize = 10;

/** How long a request waits for one of the connections. */
const connectTimeoutMs = 4_000;
/** A notification that is not confirmed by then is lost, and its connection is replaced. */
const notifyTimeoutMs = 10_000;

function clientConfig(url: string): pg.ClientConfig {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format),
  } as pg.CustomTypesConfig;
  return {
    connectionString: url,
    types,
    application_name: 'patchbay',
    connectionTimeoutMillis: connectTimeoutMs,
    // Queries that do not await each other's results are pipelined.
    pipeline: true,
    stream: () => new CorkedSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * Where `url` leads to a pooler that gives a connection of the server to each transaction, `sessionUrl` leads past it.
 * `readUrl` leads to a replica that answers some of the reads.
 */
export type PostgresAddresses = { sessionUrl?: string | null; readUrl?: string | null };

/**
 * Connects by URL (`postgres://…`), with up to `connections` for queries and one for notifications; with as many again to
 * a replica.
 */
export function openPostgres(
  url: string,
  connections = defaultPoolSize,
  { sessionUrl = null, readUrl = null }: PostgresAddresses = {},
): Database {
  const settings = clientConfig(url);
  const isTransactionPooled = sessionUrl !== null;
  const pool = openPool({
    ...settings,
    max: connections,
    // A pooler refuses these.
    ...(!isTransactionPooled && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    }),
  });
  const watched = monitoredPool(pool, settings, isTransactionPooled);
  const sessionSettings = clientConfig(sessionUrl ?? url);
  const sessions = isTransactionPooled
    ? monitoredPool(openPool({ ...sessionSettings, max: 1 }), sessionSettings)
    : watched;
  const notifications = new NotificationHub();
  const pgNotify = openPgNotifyChannel({ ...sessionSettings, query_timeout: notifyTimeoutMs }, (received) =>
    notifications.publish(received),
  );
  const database = databaseOverPool(watched, notifications, {
    begin: beginWithXid,
    didCommit: (commit) => didCommit(watched, commit),
  });
  const replica = readUrl === null ? null : openReplica(watched, readUrl, connections);
  return {
    ...database,
    replica: replica?.queries ?? database.read,
    session: (work) => inSession(sessions, work),
    notify(channel, text = '') {
      notifications.publish({ channel, text });
      pgNotify.publish({ channel, text });
    },
    listen: (channel) => pgNotify.listen(channel),
    isListening: () => pgNotify.isListening(),
    poolStats: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await pgNotify.close();
      await replica?.close();
      if (isTransactionPooled) await sessions.end();
      await database.close();
    },
  };
}

function openReplica(
  primary: Pool,
  url: string,
  connections: number,
): { queries: Queries; close(): Promise<void> } {
  const settings = { ...clientConfig(url), statement_timeout: statementTimeoutMs };
  const pool = monitoredPool(openPool({ ...settings, max: connections }), settings);
  const reads = new ReplicaReads(primary, pool);
  return {
    queries: new Kysely<Tables>({ dialect: dialectFor(reads) }),
    close() {
      reads.stop();
      return pool.end();
    },
  };
}

/** A connection that breaks, idle or between two queries, is replaced; without a listener it ends the process. */
function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

/**
 * Connects once, and gives a text that is the same for all addresses of one database.
 *
 * @throws why no connection can be established, without a retry
 */
export async function probePostgres(url: string): Promise<string> {
  const client = new pg.Client({ ...clientConfig(url), query_timeout: connectTimeoutMs });
  // An error of the connection rejects the query.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ identity: string }>(
      "select extract(epoch from pg_postmaster_start_time()) || ' ' || current_database() as identity",
    );
    return rows[0]?.identity ?? '';
  } finally {
    await closeClient(client);
  }
}

/** How transactions begin, and how to find out whether one whose commit got no response was committed. */
type CommitTracking = {
  begin(client: Client): Promise<StartedTransaction | null>;
  /** @throws Refusal (unavailable) when that cannot be known */
  didCommit(commit: UnconfirmedCommit): Promise<boolean>;
};

const withoutTracking: CommitTracking = {
  async begin(client) {
    await client.query('begin', []);
    return null;
  },
  didCommit: async ({ error }) => {
    throw error;
  },
};

/** A database over any pool with the interface of `pg`, for one process. */
export function databaseOverPool(
  pool: Pool,
  notifications = new NotificationHub(),
  tracking: CommitTracking = withoutTracking,
): Database {
  const read = new Kysely<Tables>({ dialect: dialectFor(pooledConnection(pool)) });
  let closing: Promise<void> | null = null;
  return {
    dialect: 'postgres',
    read,
    replica: read,
    write: (work) => writeWithRetries(pool, tracking, work),
    session: (work) => inSession(pool, work),
    eraseDeleted: async () => {},
    notify: (channel, text = '') => notifications.publish({ channel, text }),
    onNotification: (listener) => notifications.subscribe(listener),
    listen: () => () => {},
    isListening: () => true,
    poolStats: () => ({ open: 1, idle: 0, waiting: 0 }),
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}

async function writeWithRetries<T>(
  pool: Pool,
  tracking: CommitTracking,
  work: TransactionWork<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await retryWhileUnavailable(() => transactOnce(pool, tracking, work));
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.has(errorCode(error))) throw error;
    }
  }
}

async function inSession<T>(pool: Pool, work: (db: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  committing.delete(client);
  try {
    await client.query('set statement_timeout = 0', []);
    await client.query('set idle_in_transaction_session_timeout = 0', []);
    return await work(queriesOn(client));
  } catch (error) {
    isBroken = isConnectionLost(error);
    throw error;
  } finally {
    // Over a lost connection there is nothing to reset.
    await client.query('reset statement_timeout', []).catch(() => {});
    await client.query('reset idle_in_transaction_session_timeout', []).catch(() => {});
    client.release(isBroken);
  }
}

/** @throws an error of a lost connection only when nothing was committed */
async function transactOnce<T>(pool: Pool, tracking: CommitTracking, work: TransactionWork<T>): Promise<T> {
  const client = await pool.connect();
  const lastWrites: Promise<unknown>[] = [];
  let unconfirmed: UnconfirmedCommit | null = null;
  let isBroken = false;
  let value: T;
  try {
    committing.delete(client);
    // Not awaited here: the first query of `work` is pipelined with it.
    const beginning = tracking.begin(client);
    beginning.catch(() => {});
    value = await runWork(client, beginning, work, lastWrites);
    unconfirmed = await commitTransaction(client, await beginning, lastWrites);
  } catch (error) {
    isBroken = isConnectionLost(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
  // After the release, as the query for the status takes another connection.
  if (unconfirmed !== null && !(await tracking.didCommit(unconfirmed))) throw unconfirmed.error;
  return value;
}

async function runWork<T>(
  client: Client,
  beginning: Promise<unknown>,
  work: TransactionWork<T>,
  lastWrites: Promise<unknown>[],
): Promise<T> {
  try {
    return await work(queriesOn(client), (write) => {
      write.catch(() => {});
      lastWrites.push(write);
    });
  } catch (error) {
    // None may be sent behind the rollback: it would stand.
    const writes = await Promise.allSettled(lastWrites);
    // Over a lost connection nothing can be rolled back, and nothing has to be.
    await client.query('rollback', []).catch(() => {});
    // Where `begin` or a last write failed, its error is the cause.
    await beginning;
    throw writes.find((each) => each.status === 'rejected')?.reason ?? error;
  }
}

const builders = new WeakMap<Client, Queries>();

/** Connections whose transaction sends its commit: what is sent behind it would be outside of the transaction. */
const committing = new WeakSet<Client>();

/** Cached per connection: creating a query builder is slow. */
function queriesOn(client: Client): Queries {
  let queries = builders.get(client);
  if (queries === undefined) {
    const requireOpen = () => {
      if (committing.has(client)) throw new Error('A query came after the commit of its transaction.');
    };
    queries = new Kysely<Tables>({ dialect: dialectFor(connectionOn(client, requireOpen)) });
    builders.set(client, queries);
  }
  return queries;
}

/** Null when the transaction is durable. @throws when it certainly is not */
async function commitTransaction(
  client: Client,
  noted: StartedTransaction | null,
  lastWrites: readonly Promise<unknown>[],
): Promise<UnconfirmedCommit | null> {
  if (lastWrites.length > 0) await untilSent();
  committing.add(client);
  const [commit, ...writes] = await Promise.allSettled([client.query('commit', []), ...lastWrites]);
  const [failed] = writes.flatMap((each) =>
    each.status === 'rejected' && !isConnectionLost(each.reason) ? [each] : [],
  );
  // It is the cause of what became of the commit.
  if (failed !== undefined) throw failed.reason;
  if (commit.status === 'fulfilled') {
    if ((commit.value.command as string) !== 'ROLLBACK') return null;
    throw new Error('A transaction went on after one of its queries had failed.');
  }
  if (noted === null || !isConnectionLost(commit.reason)) throw commit.reason;
  return { transaction: noted, error: commit.reason };
}

/** Queries pass through the query builder in microtasks, all of which run before the next tick. */
function untilSent(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
