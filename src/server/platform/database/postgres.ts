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
import type { Database, Queries } from './database.ts';
import { closeClient, monitoredPool } from './monitored-pool.ts';
import { NotificationHub } from './notifications.ts';
import { openPgNotifyChannel } from './pg-notify.ts';
import { type Client, connectionOn, dialectFor, type Pool, pooledConnection } from './postgres-connection.ts';
import { errorCode, isConnectionLost, retryWhileUnavailable } from './retry-policy.ts';
import type { Tables } from './schema/tables.ts';

/** serialization_failure and deadlock_detected: the transaction lost against another and may be tried again. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 5;

/** The type number of int8, which counts and epoch milliseconds have; they are safe as numbers. */
const int8 = 20;

export const defaultPoolSize = 10;

/** Longer than any query of the product takes; what takes longer is given up by the server. */
const statementTimeoutMs = 30_000;
/** A process that stands still in the middle of a transaction loses its locks after that time. */
const idleInTransactionTimeoutMs = 15_000;
/** How long a request waits for one of the connections. */
const connectTimeoutMs = 4_000;
/** A hint that is not taken by then is lost, and the line is connected anew. */
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
    // Queries that do not wait for each other's answers travel together.
    pipeline: true,
    stream: () => new CorkedSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** Connects by URL (`postgres://…`), with up to `connections` for queries and one for hints. */
export function openPostgres(url: string, connections = defaultPoolSize): Database {
  const settings = clientConfig(url);
  const pool = new pg.Pool({
    ...settings,
    max: connections,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  });
  // A connection that breaks, idle or between two queries, is replaced; without a listener it ends the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const watched = monitoredPool(pool, settings);
  const hints = new NotificationHub();
  const line = openPgNotifyChannel({ ...settings, query_timeout: notifyTimeoutMs }, (hint) =>
    hints.publish(hint),
  );
  const database = databaseOverPool(watched, hints, {
    begin: beginWithXid,
    didCommit: (doubt) => didCommit(watched, doubt),
  });
  return {
    ...database,
    notify(channel, text = '') {
      hints.publish({ channel, text });
      line.publish({ channel, text });
    },
    poolStats: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await line.close();
      await database.close();
    },
  };
}

/** @throws what stands in the way of a connection, at once */
export async function probePostgres(url: string): Promise<void> {
  const client = new pg.Client({ ...clientConfig(url), query_timeout: connectTimeoutMs });
  // What breaks it shows in the query.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await closeClient(client);
  }
}

/** How transactions begin, and how to learn what became of one whose commit was not answered. */
type CommitTracking = {
  begin(client: Client): Promise<StartedTransaction | null>;
  /** @throws Refusal (unavailable) when that cannot be known */
  didCommit(doubt: UnconfirmedCommit): Promise<boolean>;
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

/** A database over any pool that speaks as `pg` does. */
export function databaseOverPool(
  pool: Pool,
  hints = new NotificationHub(),
  notes: CommitTracking = withoutTracking,
): Database {
  const read = new Kysely<Tables>({ dialect: dialectFor(pooledConnection(pool)) });
  let closing: Promise<void> | null = null;
  return {
    dialect: 'postgres',
    read,
    write: (work) => writeWithRetries(pool, notes, work),
    truncateWal: async () => {},
    notify: (channel, text = '') => hints.publish({ channel, text }),
    onNotification: (listener) => hints.subscribe(listener),
    poolStats: () => ({ open: 1, idle: 0, waiting: 0 }),
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}

async function writeWithRetries<T>(
  pool: Pool,
  notes: CommitTracking,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await retryWhileUnavailable(() => transactOnce(pool, notes, work));
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.has(errorCode(error))) throw error;
    }
  }
}

/** @throws an error of a connection that is gone only when nothing was committed */
async function transactOnce<T>(
  pool: Pool,
  notes: CommitTracking,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let unconfirmed: UnconfirmedCommit | null = null;
  let broken = false;
  let value: T;
  try {
    // Not waited for here: the first query of the work goes out with it.
    const beginning = notes.begin(client);
    beginning.catch(() => {});
    value = await runWork(client, beginning, work);
    unconfirmed = await commitTransaction(client, await beginning);
  } catch (error) {
    broken = isConnectionLost(error);
    throw error;
  } finally {
    client.release(broken);
  }
  // The connection has been given back before, as asking takes another one.
  if (unconfirmed !== null && !(await notes.didCommit(unconfirmed))) throw unconfirmed.error;
  return value;
}

async function runWork<T>(
  client: Client,
  beginning: Promise<unknown>,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  try {
    return await work(queriesOn(client));
  } catch (error) {
    // Over a broken connection nothing can be taken back, and nothing has to be.
    await client.query('rollback', []).catch(() => {});
    // Where not even the beginning went well, that is why.
    await beginning;
    throw error;
  }
}

const builders = new WeakMap<Client, Queries>();

/** Connections are used again and again, and making a query builder takes a while. */
function queriesOn(client: Client): Queries {
  let queries = builders.get(client);
  if (queries === undefined) {
    queries = new Kysely<Tables>({ dialect: dialectFor(connectionOn(client)) });
    builders.set(client, queries);
  }
  return queries;
}

/** Null when it is certain that the transaction is durable. @throws when it is certain that it is not */
async function commitTransaction(
  client: Client,
  noted: StartedTransaction | null,
): Promise<UnconfirmedCommit | null> {
  try {
    const { command } = await client.query('commit', []);
    if ((command as string) === 'ROLLBACK')
      throw new Error('A work went on after one of its queries had failed.');
    return null;
  } catch (error) {
    if (noted === null || !isConnectionLost(error)) throw error;
    return { transaction: noted, error };
  }
}
