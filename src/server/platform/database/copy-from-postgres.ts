/** The database of a PostgreSQL server, or of a Citus cluster, as what is copied to another one. */

import pg from 'pg';
import {
  type CopiedTable,
  type CopySource,
  CopyToPostgresError,
  copySource,
  type SourceTable,
} from './copy-to-postgres.ts';
import { migrations } from './migrate.ts';
import type { openDatabase } from './open-database.ts';
import { distribution } from './schema/distribution.ts';

/** The target has its own. */
const notCopied = 'migrations';

/**
 * Copies every row of the database that `from` leads to into an empty one, and compares the counts before it commits. No process
 * may serve from either.
 *
 * @throws CopyToPostgresError, DatabaseUnavailable; the target then has nothing but empty tables
 */
export async function copyFromPostgres(
  from: string,
  place: Parameters<typeof openDatabase>[0],
  now: number,
  onTable: (copied: CopiedTable) => void,
): Promise<CopiedTable[]> {
  // Each value as the server writes it: what is not understood is not changed.
  const client = new pg.Client({
    connectionString: from,
    application_name: 'patchbay-move',
    types: { getTypeParser: () => (value: string) => value },
  });
  try {
    await connect(client);
    await client.query('set statement_timeout = 0');
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    await refuseUnfit(client);
    return await copySource(await postgresSource(client), place, now, onTable);
  } finally {
    await client.end();
  }
}

async function connect(client: pg.Client): Promise<void> {
  // A connection that is lost fails the query that waits on it.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new CopyToPostgresError(`The source cannot be reached: ${(error as Error).message}`);
  }
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query<{ there: string | null }>(
    `select to_regclass('migrations')::text as there`,
  );
  const applied =
    found[0]?.there === null
      ? []
      : (await client.query<{ name: string }>('select name from migrations')).rows.map(({ name }) => name);
  const known = new Set(migrations.map(({ name }) => name));
  if (applied.length !== known.size || applied.some((name) => !known.has(name)))
    throw new CopyToPostgresError(
      'The source is not a database of this version of Patchbay: start this version on it first. Nothing was changed.',
    );
  // Over several nodes there is no snapshot of all.
  const { rows } = await client.query<{ connections: string }>(
    `select count(*) as connections from pg_stat_activity
    where datname = current_database() and application_name = 'patchbay'`,
  );
  const connections = Number(rows[0]?.connections);
  if (connections > 0)
    throw new CopyToPostgresError(
      `Processes of Patchbay have ${connections} connections to the source; stop them first. Nothing was changed.`,
    );
}

async function postgresSource(client: pg.Client): Promise<CopySource> {
  const { rows } = await client.query<{ table: string; column: string; own: string | null }>(`
    select c.table_name as table, c.column_name as column, (
        select a.attname from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        where k.contype = 'f' and k.conrelid = k.confrelid and k.conrelid = to_regclass(quote_ident(c.table_name))
        limit 1) as own
    from information_schema.columns c where c.table_schema = current_schema() order by c.ordinal_position`);
  const columns = Map.groupBy(rows, ({ table }) => table);
  const tables = Object.keys(distribution)
    .filter((name) => name !== notCopied)
    .map((name): SourceTable => {
      const own = columns.get(name) ?? [];
      return { name, columns: own.map(({ column }) => column), selfReference: own[0]?.own ?? null };
    });
  return {
    tables,
    rows: (table, size) => readRows(client, table, size),
    async count({ name }) {
      const counted = await client.query<{ rows: string }>(
        `select count(*) as rows from ${pg.escapeIdentifier(name)}`,
      );
      return Number(counted.rows[0]?.rows);
    },
  };
}

async function* readRows(
  client: pg.Client,
  { name, columns, selfReference }: SourceTable,
  size: number,
): AsyncGenerator<Record<string, string | null>[]> {
  // What has a parent is younger than it.
  const order =
    selfReference === null ? '' : `order by ${pg.escapeIdentifier(selfReference)} is not null, created_at`;
  const names = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  await client.query(
    `declare copied no scroll cursor for select ${names} from ${pg.escapeIdentifier(name)} ${order}`,
  );
  for (;;) {
    const { rows } = await client.query<Record<string, string | null>>(`fetch ${size} from copied`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close copied');
}
