/** The benchmark on a separate PostgreSQL with default settings: copied as a template, replayed by prepared statements. */

import { createHash } from 'node:crypto';
import pg from 'pg';
import { openPostgres } from '#server/platform/database/postgres.ts';
import { PostgresServer } from '../../e2e/cluster/postgres-server.ts';
import type { BenchDatabase, DatabaseCopy, SqlBaseline } from './bench-database.ts';
import { fillStatements } from './ended-executions.ts';
import { freePort } from './free-port.ts';
import {
  type RecordedCounts,
  type RecordedSql,
  record,
  type Statement,
  seedDatabase,
} from './sql-recording.ts';

/** Transaction control and notifications do not count as statements of a turn. */
const transactionControl = /^(begin|commit|rollback|listen|select pg_notify)\b/;

/** Where the processes connect to, and where the callers of the baseline do, in turns. */
export type CopyUrls = { url: string; bare: readonly string[]; environment?: Record<string, string> };

/** A server of databases for the benchmark. */
export type DatabaseServer = {
  name: string;
  isDistributed: boolean;
  maxProcesses: number;
  warmUpSeconds: number;
  /** Creates the database that is seeded; its URL. */
  create(): Promise<string>;
  /** Copies the seeded database, to which nobody is connected. */
  copy(name: string): Promise<CopyUrls>;
  drop(name: string): Promise<void>;
  processorMs(): number;
  atShare<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

export type PreparedDatabase = BenchDatabase & { stop(): Promise<void> };

/** A PostgreSQL server of its own. `stop` deletes the server and its data. */
export async function startPostgres(): Promise<DatabaseServer> {
  const server = new PostgresServer(await freePort());
  return {
    name: 'PostgreSQL',
    isDistributed: false,
    warmUpSeconds: 2,
    maxProcesses: 3,
    create: () => create(server.url, 'seeded'),
    async copy(name) {
      const url = await create(server.url, name, 'seeded');
      return { url, bare: [url] };
    },
    drop: (name) => runStatement(server.url, `drop database ${name} with (force)`),
    processorMs: () => server.processorMs(),
    atShare: (work) => work(),
    stop: async () => server.remove(),
  };
}

/** Seeds a database of the server, and records. */
export async function prepareOn(
  server: DatabaseServer,
  counts: RecordedCounts,
  postsTo: string | null = null,
): Promise<PreparedDatabase> {
  try {
    const open = (url: string) => openPostgres(url, undefined, { isDistributed: server.isDistributed });
    const flows = await seedDatabase(open(await server.create()), postsTo);
    const copy = await server.copy('recorded');
    const recording = await record(open(copy.url), flows, listen, counts);
    await server.drop('recorded');
    let copies = 0;
    return {
      name: server.name,
      isDistributed: server.isDistributed,
      recording,
      maxProcesses: server.maxProcesses,
      warmUpSeconds: server.warmUpSeconds,
      processorMs: server.processorMs,
      atShare: server.atShare,
      async copy() {
        copies += 1;
        const name = `copy_${copies}`;
        return copyAt(await server.copy(name), () => server.drop(name));
      },
      stop: server.stop,
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function copyAt({ url, bare, environment }: CopyUrls, remove: () => Promise<void>): DatabaseCopy {
  return {
    environment: { DATABASE_URL: url, SECRET_KEY: 'the same for all processes', ...environment },
    replay: (recorded, baseline) => replay(bare, recorded, baseline),
    async fill(from, to) {
      const client = await connect(url);
      // The rows are consistent by construction: foreign keys need not be checked.
      await client.query('set session_replication_role = replica; set synchronous_commit = off');
      for (const sql of fillStatements('postgres', from, to)) await client.query(sql);
      // Autovacuum would do this soon after so many inserts, during the measurement.
      await client.query('vacuum analyze');
      await client.query('checkpoint');
      await client.end();
    },
    remove,
  };
}

/** Each caller has its own contacts, so the turns of a contact are in order. */
async function replay(
  urls: readonly string[],
  recorded: RecordedSql,
  { callers, pipelined: atOnce }: SqlBaseline,
): Promise<number> {
  const callerClients = await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const client = await connect(urls[caller % urls.length] ?? '', atOnce);
      return { client, own: recorded.filter(({ contact }) => contact % callers === caller) };
    }),
  );
  const replayPart = async (partOf: (own: RecordedSql) => RecordedSql) => {
    const parts = callerClients.map(({ client, own }) => ({ client, part: partOf(own) }));
    const startedAt = performance.now();
    await Promise.all(
      parts.map(async ({ client, part }) => {
        for (const { statements } of part)
          await (atOnce ? sendPipelined : sendSequentially)(client, statements);
      }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    return parts.reduce((sum, { part }) => sum + part.length, 0) / seconds;
  };
  // Warm-up: each connection plans its statements for the first time.
  await replayPart((own) => own.slice(0, own.length >> 1));
  const perSecond = await replayPart((own) => own.slice(own.length >> 1));
  for (const { client } of callerClients) await client.end();
  return perSecond;
}

async function sendSequentially(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  await client.query('begin');
  for (const statement of statements) await client.query(preparedOf(statement));
  await client.query('commit');
}

export async function sendPipelined(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  await Promise.all([
    client.query('begin'),
    ...statements.map((statement) => client.query(preparedOf(statement))),
    client.query('commit'),
  ]);
}

const names = new Map<string, string>();

function preparedOf({ sql, values }: Statement): pg.QueryConfig {
  let name = names.get(sql);
  if (name === undefined) {
    name = createHash('md5').update(sql).digest('hex');
    names.set(sql, name);
  }
  return { name, text: sql, values: [...values] };
}

export async function connect(url: string, pipeline = false): Promise<pg.Client> {
  const settings = { connectionString: url, pipeline };
  const client = new pg.Client(settings);
  // An error of the connection rejects its query; without a listener it would hide why the servers were ended.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function create(server: string, name: string, template?: string): Promise<string> {
  const from = template === undefined ? '' : ` template ${template}`;
  await runStatement(server, `create database ${name}${from}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function runStatement(url: string, sql: string): Promise<void> {
  const client = await connect(url);
  await client.query(sql);
  await client.end();
}

type Query = (this: pg.Client, ...given: unknown[]) => unknown;

function listen(onStatement: (statement: Statement) => void): () => void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const query = client.query;
  client.query = function recorded(...given) {
    const [first, second] = given;
    const sql = typeof first === 'string' ? first : (first as pg.QueryConfig).text;
    if (!transactionControl.test(sql)) onStatement({ sql, values: Array.isArray(second) ? second : [] });
    return query.apply(this, given);
  };
  return () => {
    client.query = query;
  };
}
