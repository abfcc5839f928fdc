/** PostgreSQL, for several processes over one database. */

import { Socket } from 'node:net';
import { Kysely } from 'kysely';
import pg from 'pg';
import { CellCipher } from './cell-cipher.ts';
import { type CitusNode, ConnectedNodes, urlOnNode } from './citus-nodes.ts';
import { beginWithXid, didCommit, type UnconfirmedCommit } from './commit-recovery.ts';
import { continueLogNumbers } from './continue-log-numbers.ts';
import type { Database, Queries, TransactionWork } from './database.ts';
import { DistributedAdapter } from './dialect.ts';
import { type GroupedWrite, GroupedWrites } from './grouped-writes.ts';
import { closeClient, monitoredPool } from './monitored-pool.ts';
import { NodeConditions } from './node-conditions.ts';
import { NodeLogNumbers } from './node-log-numbers.ts';
import { NotificationHub } from './notifications.ts';
import { openPgNotifyChannel } from './pg-notify.ts';
import {
  type Client,
  dialectFor,
  idleInTransactionTimeoutMs,
  type Pool,
  pooledConnection,
  statementTimeoutMs,
} from './postgres-connection.ts';
import {
  type CommitTracking,
  queriesOn,
  reopen,
  transactOnce,
  transactTogether,
} from './postgres-transaction.ts';
import { readReachable, SilentNodes } from './reachable-nodes.ts';
import { ReplicaReads } from './read-replica.ts';
import {
  errorCode,
  isConnectionLost,
  isNodeLost,
  isUnavailable,
  retryWhileUnavailable,
} from './retry-while-unavailable.ts';
import type { Tables } from './schema/tables.ts';
import { ShardPlacement } from './shard-placement.ts';
import { StorageHealth } from './storage-fault.ts';
import { togetherAtNodes, WritesByNode } from './writes-by-node.ts';

type Done = (error?: Error | null) => void;

/** Corks its writes until the next tick, so that pipelined queries cost one system call together. */
class CorkedSocket extends Socket {
  #isCorked = false;

  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.cork();
      process.nextTick(() => {
        this.#isCorked = false;
        this.uncork();
      });
    }
    return typeof encoding === 'string'
      ? super.write(chunk, encoding, done)
      : super.write(chunk, encoding ?? done);
  }
}

/** serialization_failure and deadlock_detected: the transaction conflicted with another and may be retried. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 5;

/** The type number of int8, which counts and epoch milliseconds have; they are safe as numbers. */
const int8 = 20;

export const defaultPoolSize = 10;

/**
 * Settings of a connection to Citus; what `options` in the URL says takes their place. A plan that is kept for all values costs more than a
 * new one: which part of a table it is for has to be found, and its statement written, each time it is used. And a statement that asks all
 * parts asks each node over the one connection that is there: where a node is slow to answer, Citus would open up to sixteen more, each
 * with empty caches (docs/performance.md).
 */
export const citusSettings =
  '-c plan_cache_mode=force_custom_plan -c citus.max_adaptive_executor_pool_size=1';

/** Of a process to each other node of a cluster: groups of writes, and what the log is read up to. */
const connectionsToNode = 6;

/** How long a request waits for one of the connections. */
const connectTimeoutMs = 4_000;
/** How long queries wait together for a server that is gone or silent once the process is to end: with `connectTimeoutMs` less than a shutdown. */
const endingWaitMs = 3_000;
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
 * `readUrl` leads to a replica that answers some of the reads. `isDistributed`: all of them lead to the coordinator of a Citus
 * cluster over which the database is distributed.
 */
export type PostgresAddresses = {
  sessionUrl?: string | null;
  readUrl?: string | null;
  isDistributed?: boolean;
  /** With `isDistributed`: writes that share a commit go to the node that has their shards, not through the coordinator. */
  writesAtNodes?: boolean;
};

/**
 * Connects by URL (`postgres://…`), with up to `connections` for queries and one for notifications; with as many again to
 * a replica.
 */
export function openPostgres(
  url: string,
  connections = defaultPoolSize,
  { sessionUrl = null, readUrl = null, isDistributed = false, writesAtNodes = false }: PostgresAddresses = {},
): Database {
  const settings = clientConfig(url);
  const isTransactionPooled = sessionUrl !== null;
  const limits = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    ...(isDistributed && { options: citusSettings }),
  };
  // A pooler refuses these.
  const pool = openPool({ ...settings, max: connections, ...(!isTransactionPooled && limits) });
  const cells = new CellCipher();
  const ending = new AbortController();
  const own = { cells, ending: ending.signal };
  const watched = monitoredPool(pool, settings, { ...own, isTransactionPooled, isDistributed });
  const sessionSettings = clientConfig(sessionUrl ?? url);
  const sessions = isTransactionPooled
    ? monitoredPool(openPool({ ...sessionSettings, max: 1 }), sessionSettings, { ...own, isDistributed })
    : watched;
  const notifications = new NotificationHub();
  const pgNotify = openPgNotifyChannel({ ...sessionSettings, query_timeout: notifyTimeoutMs }, (received) =>
    notifications.publish(received),
  );
  const tracking = {
    begin: beginWithXid,
    didCommit: (commit: UnconfirmedCommit) => didCommit(watched, commit),
    ...(isDistributed && { prepare: continueNumbersOnce() }),
  };
  const openNode = (node: CitusNode) => {
    const onNode = clientConfig(urlOnNode(url, node));
    const nodePool = openPool({ ...onNode, max: connectionsToNode, ...limits });
    return monitoredPool(nodePool, onNode, { ...own, isDistributed });
  };
  const nodes = isDistributed ? { open: openNode, areWritten: writesAtNodes } : null;
  const database = databaseOverPool(watched, { cells, notifications, tracking, nodes });
  const replica =
    readUrl === null ? null : openReplica(watched, readUrl, connections, { ...own, primary: database.read });
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
    poolStats: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + database.poolStats().waiting,
    }),
    limitWaiting() {
      setTimeout(() => ending.abort(), endingWaitMs).unref();
    },
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
  { primary: queries, ...own }: { primary: Queries; cells: CellCipher; ending: AbortSignal },
): { queries: Queries; close(): Promise<void> } {
  const settings = { ...clientConfig(url), statement_timeout: statementTimeoutMs };
  const { adapter } = queries.getExecutor();
  const distributed = adapter instanceof DistributedAdapter && adapter;
  const kind = { ...own, isDistributed: distributed !== false };
  const pool = monitoredPool(openPool({ ...settings, max: connections }), settings, kind);
  const reads = new ReplicaReads(primary, pool);
  return {
    queries: new Kysely<Tables>({ dialect: dialectFor(reads, distributed) }),
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

/** `identity` is the same for all addresses of one database; `now` is the server's time in epoch milliseconds. */
export type PostgresProbe = { identity: string; isDistributed: boolean; now: number };

/**
 * Connects once.
 *
 * @throws why no connection can be established, without a retry
 */
export async function probePostgres(url: string): Promise<PostgresProbe> {
  const client = new pg.Client({ ...clientConfig(url), query_timeout: connectTimeoutMs });
  // An error of the connection rejects the query.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ identity: string; citus: boolean; now: number }>(
      `select extract(epoch from pg_postmaster_start_time()) || ' ' || current_database() as identity,
        to_regclass('pg_dist_partition') is not null as citus,
        (extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
    );
    const placed = rows[0]?.citus
      ? await client.query("select from pg_dist_partition where logicalrelid = to_regclass('executions')")
      : null;
    const [{ identity, now } = { identity: '', now: 0 }] = rows;
    return { identity, isDistributed: (placed?.rowCount ?? 0) > 0, now };
  } finally {
    await closeClient(client);
  }
}

const withoutTracking: CommitTracking = {
  async begin(client) {
    await client.query('begin', []);
    return null;
  },
  didCommit: async ({ error }) => {
    throw error;
  },
};

/** Of a distributed database: how a node is connected to, and whether what its shards share commits for is written there. */
type NodesPlan = { open(node: CitusNode): Pool; areWritten: boolean };

/**
 * A database over any pool with the interface of `pg`, for one process. On a distributed one (with `nodes`) the writes of a group are all
 * of shards on one node, so that they are committed there at once.
 */
export function databaseOverPool(
  pool: Pool,
  {
    cells,
    notifications = new NotificationHub(),
    tracking = withoutTracking,
    nodes = null,
  }: {
    /** Of the clients of the pool. */
    cells: CellCipher;
    notifications?: NotificationHub;
    tracking?: CommitTracking;
    nodes?: NodesPlan | null;
  },
): Database {
  const health = new StorageHealth();
  const isDistributed = nodes !== null;
  const adapter = isDistributed && new DistributedAdapter(() => numbers.current());
  const read = new Kysely<Tables>({ dialect: dialectFor(pooledConnection(pool, health), adapter) });
  const atOnce = new Kysely<Tables>({
    dialect: dialectFor(
      pooledConnection(pool, health, (error) => isUnavailable(error) && !isNodeLost(error)),
      adapter,
    ),
  });
  const connected = new ConnectedNodes({ pool, read }, (node) => nodes?.open(node) ?? pool);
  const numbers = new NodeLogNumbers(read, connected);
  const conditions = new NodeConditions(atOnce);
  const silent = new SilentNodes(atOnce);
  const alone = <T>(work: TransactionWork<T>) => writeWithRetries(pool, tracking, work);
  const together = (group: readonly GroupedWrite[]) => transactTogether(pool, tracking, group);
  const grouped = isDistributed
    ? new WritesByNode(
        { alone, together: nodes.areWritten ? togetherAtNodes(connected, together) : together },
        new ShardPlacement(atOnce),
        silent,
      )
    : new GroupedWrites({ alone, together });
  let closing: Promise<void> | null = null;
  return {
    dialect: 'postgres',
    cells,
    read,
    replica: read,
    readAcrossShards: isDistributed
      ? readReachable(atOnce, silent)
      : async (query) => [...(await query(read, null))],
    async write(work, sharing) {
      try {
        const value = await (sharing === undefined ? alone(work) : grouped.write(work, sharing));
        health.noteCommit();
        return value;
      } catch (error) {
        throw health.explain(error);
      }
    },
    session: (work) => inSession(pool, work),
    eraseDeleted: async () => {},
    notify: (channel, text = '') => notifications.publish({ channel, text }),
    onNotification: (listener) => notifications.subscribe(listener),
    listen: () => () => {},
    isListening: () => true,
    storageFault: () => health.fault,
    checkIntegrity: async () => null,
    nodes: async () => (isDistributed ? await conditions.list() : []),
    poolStats: () => ({ open: 1, idle: 0, waiting: grouped.waiting }),
    limitWaiting() {},
    close() {
      closing ??= grouped
        .untilIdle()
        .then(() => connected.close())
        .then(() => pool.end());
      return closing;
    },
  };
}

/** In epoch milliseconds. */
const serverTime = 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now';

/**
 * Before the first transaction of each connection to a Citus cluster: a crash of its coordinator ends them all, and no turn may
 * get a number that was given out before it.
 */
function continueNumbersOnce(): (client: Client) => Promise<void> {
  const prepared = new WeakSet<Client>();
  return async (client) => {
    if (prepared.has(client)) return;
    const alone: Client = { ...client, release() {} };
    const pool: Pool = { connect: async () => alone, end: async () => {} };
    const write = <T>(work: TransactionWork<T>) => transactOnce(pool, withoutTracking, work);
    const { rows } = await client.query<{ now: number }>(serverTime, []);
    await continueLogNumbers({ dialect: 'postgres', read: queriesOn(alone), write }, Number(rows[0]?.now));
    prepared.add(client);
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
  reopen(client);
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
