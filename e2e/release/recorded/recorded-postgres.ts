/** PostgreSQL databases that earlier versions have written: as SQL, which is restored into an empty database. */

import pg from 'pg';
import { type Columns, movedTimes, readRecording, unpack } from './recorded-database.ts';

/** Fills the empty database at `url`, with its times moved as if it had been recorded now. */
export async function restoreRecorded(version: string, url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(unpack(`${version}-postgres.sql.gz`).toString());
    const { at } = readRecording(`${version}-postgres`);
    const by = Date.now() - at;
    const { rows } = await client.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'public' and data_type = 'bigint' and is_identity = 'NO'`,
    );
    for (const { table_name: table, column_name: column } of rows)
      await client.query(
        `update public."${table}" set "${column}" = "${column}" + $1 where "${column}" between $2 and $3`,
        [by, ...movedTimes(at)],
      );
  });
}

/** The rows of each table as JSON, in no order, of the columns that `only` names, where it does. */
export function readPostgresRows(
  url: string,
  only?: Columns,
): Promise<{ rows: Map<string, string[]>; columns: Columns }> {
  return withClient(url, async (client) => {
    const { rows: found } = await client.query<{ table: string; names: string[] }>(
      `select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as names
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by c.table_name`,
    );
    const rows = new Map<string, string[]>();
    const columns: Columns = new Map();
    for (const { table, names } of found) {
      if (only !== undefined && !only.has(table)) continue;
      const kept = (only?.get(table) ?? names).filter((name) => names.includes(name));
      const list = kept.map((name) => `"${name}"`).join();
      const { rows: all } = await client.query(`select ${list} from public."${table}"`);
      columns.set(table, kept);
      rows.set(table, all.map((row) => JSON.stringify(row)).sort());
    }
    return { rows, columns };
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
