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

/** Starts the server and records turns, starts and conversations. `stop` deletes the server and its data. */
export async function preparePostgres(
  counts: RecordedCounts,
): Promise<BenchDatabase & { stop(): Promise<void> }> {
  const server = new PostgresServer(await freePort());
  try {
    const base = await create(server.url, 'seeded');
    const flows = await seedDatabase(openPostgres(base));
    const recordingCopy = await create(server.url, 'recorded', 'seeded');
    const recording = await record(openPostgres(recordingCopy), flows, listen, counts);
    await drop(server.url, 'recorded');
    let copies = 0;
    return {
      name: 'PostgreSQL',
      recording,
      maxProcesses: 3,
      processorMs: () => server.processorMs(),
      async copy() {
        copies += 1;
        const name = `copy_${copies}`;
        const url = await create(server.url, name, 'seeded');
        return copyAt(url, () => drop(server.url, name));
      },
      stop: async () => server.remove(),
    };
  } catch (error) {
    server.remove();
    throw error;
  }
}

function copyAt(url: string, remove: () => Promise<void>): DatabaseCopy {
  return {
    environment: { DATABASE_URL: url, SECRET_KEY: 'the same for all processes' },
    replay: (recorded, baseline) => replay(url, recorded, baseline),
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
  url: string,
  recorded: RecordedSql,
  { callers, pipelined: atOnce }: SqlBaseline,
): Promise<number> {
  const callerClients = await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const client = await connect(url, atOnce);
      return { client, own: recorded.filter(({ contact }) => contact % callers === caller) };
    }),
  );
  const startedAt = performance.now();
  await Promise.all(
    callerClients.map(async ({ client, own }) => {
      for (const { statements } of own) await (atOnce ? sendPipelined : sendSequentially)(client, statements);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const { client } of callerClients) await client.end();
  return recorded.length / seconds;
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

function drop(server: string, name: string): Promise<void> {
  return runStatement(server, `drop database ${name} with (force)`);
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
