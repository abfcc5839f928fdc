/** PostgreSQL, for several processes over one database. */

import { Kysely } from 'kysely';
import pg from 'pg';
import { beginNoted, type Doubt, didCommit, type Noted } from './commit-recovery.ts';
import { GatheringSocket } from './corked-socket.ts';
import type { Database, Queries } from './database.ts';
import { letGo, watchedPool } from './monitored-pool.ts';
import { Hints } from './notifications.ts';
import { openHintLine } from './pg-notify.ts';
import { type Client, dialectOver, type Pool, passing, runOn } from './postgres-connection.ts';
import { codeOf, isGone, patiently } from './retry-policy.ts';
import type { Tables } from './schema/tables.ts';

/** serialization_failure and deadlock_detected: the transaction lost against another and may be tried again. */
const lost = new Set(['40001', '40P01']);
const attempts = 5;

/** The type number of int8, which counts and epoch milliseconds have; they are safe as numbers. */
const int8 = 20;

export const defaultConnections = 10;

/** Longer than any query of the product takes; what takes longer is given up by the server. */
const statementMs = 30_000;
/** A process that stands still in the middle of a transaction loses its locks after that time. */
const idleMs = 15_000;
/** How long a request waits for one of the connections. */
const connectMs = 4_000;
/** A hint that is not taken by then is lost, and the line is connected anew. */
const hintMs = 10_000;

function settingsOf(url: string): pg.ClientConfig {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format),
  } as pg.CustomTypesConfig;
  return {
    connectionString: url,
    types,
    application_name: 'patchbay',
    connectionTimeoutMillis: connectMs,
    // Queries that do not wait for each other's answers travel together.
    pipeline: true,
    stream: () => new GatheringSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** Connects by URL (`postgres://…`), with up to `connections` for queries and one for hints. */
export function openPostgres(url: string, connections = defaultConnections): Database {
  const settings = settingsOf(url);
  const pool = new pg.Pool({
    ...settings,
    max: connections,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleMs,
  });
  // A connection that breaks, idle or between two queries, is replaced; without a listener it ends the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const watched = watchedPool(pool, settings);
  const hints = new Hints();
  const line = openHintLine({ ...settings, query_timeout: hintMs }, (hint) => hints.give(hint));
  const database = databaseOver(watched, hints, {
    begin: beginNoted,
    didCommit: (doubt) => didCommit(watched, doubt),
  });
  return {
    ...database,
    hint(channel, text = '') {
      hints.give({ channel, text });
      line.give({ channel, text });
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await line.close();
      await database.close();
    },
  };
}

/** @throws what stands in the way of a connection, at once */
export async function probePostgres(url: string): Promise<void> {
  const client = new pg.Client({ ...settingsOf(url), query_timeout: connectMs });
  // What breaks it shows in the query.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await letGo(client);
  }
}

/** How transactions begin, and how to learn what became of one whose commit was not answered. */
type Notes = {
  begin(client: Client): Promise<Noted | null>;
  /** @throws Refusal (unavailable) when that cannot be known */
  didCommit(doubt: Doubt): Promise<boolean>;
};

const withoutNotes: Notes = {
  async begin(client) {
    await client.query('begin', []);
    return null;
  },
  didCommit: async ({ error }) => {
    throw error;
  },
};

/** A database over any pool that speaks as `pg` does. */
export function databaseOver(pool: Pool, hints = new Hints(), notes: Notes = withoutNotes): Database {
  const read = new Kysely<Tables>({ dialect: dialectOver(passing(pool)) });
  let closing: Promise<void> | null = null;
  return {
    dialect: 'postgres',
    read,
    write: (work) => writeWith(pool, notes, work),
    scrub: async () => {},
    hint: (channel, text = '') => hints.give({ channel, text }),
    onHint: (listener) => hints.listen(listener),
    load: () => ({ open: 1, idle: 0, waiting: 0 }),
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}

async function writeWith<T>(pool: Pool, notes: Notes, work: (tx: Queries) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await patiently(() => transactOnce(pool, notes, work));
    } catch (error) {
      if (attempt === attempts || !lost.has(codeOf(error))) throw error;
    }
  }
}

/** @throws an error of a connection that is gone only when nothing was committed */
async function transactOnce<T>(pool: Pool, notes: Notes, work: (tx: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let doubt: Doubt | null = null;
  let broken = false;
  let value: T;
  try {
    // Not waited for here: the first query of the work goes out with it.
    const beginning = notes.begin(client);
    beginning.catch(() => {});
    value = await workOn(client, beginning, work);
    doubt = await commit(client, await beginning);
  } catch (error) {
    broken = isGone(error);
    throw error;
  } finally {
    client.release(broken);
  }
  // The connection has been given back before, as asking takes another one.
  if (doubt !== null && !(await notes.didCommit(doubt))) throw doubt.error;
  return value;
}

async function workOn<T>(
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
    queries = new Kysely<Tables>({ dialect: dialectOver(runOn(client)) });
    builders.set(client, queries);
  }
  return queries;
}

/** Null when it is certain that the transaction is durable. @throws when it is certain that it is not */
async function commit(client: Client, noted: Noted | null): Promise<Doubt | null> {
  try {
    const { command } = await client.query('commit', []);
    if ((command as string) === 'ROLLBACK')
      throw new Error('A work went on after one of its queries had failed.');
    return null;
  } catch (error) {
    if (noted === null || !isGone(error)) throw error;
    return { noted, error };
  }
}
