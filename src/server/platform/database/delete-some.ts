/** Deletes rows some at a time, for what is deleted in pieces (`platform/jobs/pieces.ts`). */

import { sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './schema/tables.ts';

/**
 * The rows with a value in the column `of`: those with the first `limit` values in the column `by`, which tells them apart; fewer where
 * the texts in the column `text` are large.
 */
export type Some<Table extends keyof Tables> = {
  of: keyof Tables[Table] & string;
  by: keyof Tables[Table] & string;
  text?: keyof Tables[Table] & string;
  limit: number;
};

const maxBytes = 1_000_000;

/** About how many bytes of texts were deleted; null when there were no such rows. */
export async function deleteSome<Table extends keyof Tables>(
  tx: Queries,
  name: Table,
  { of, by, text, limit }: Some<Table>,
  value: string,
): Promise<number | null> {
  const [table, owner, key] = [sql.table(name), sql.ref(of), sql.ref(by)];
  const size = text === undefined ? sql.lit(0) : sql`octet_length(${sql.ref(text)})`;
  const { rows } = await sql<{ key: string | number; bytes: number }>`
    select ${key} as key, ${size} as bytes from ${table} where ${owner} = ${value}
    order by ${key} limit ${sql.lit(limit)}`.execute(tx);
  if (rows.length === 0) return null;
  const some = firstOf(rows, maxBytes);
  const keys = sql.join(some.map((row) => row.key));
  await sql`delete from ${table} where ${owner} = ${value} and ${key} in (${keys})`.execute(tx);
  return some.reduce((sum, row) => sum + Number(row.bytes), 0);
}

/** The first rows that have so many bytes together at most; the very first one whatever it has. */
export function firstOf<Row extends { bytes: number }>(rows: readonly Row[], most: number): Row[] {
  let bytes = 0;
  return rows.filter((row, at) => {
    bytes += Number(row.bytes);
    return at === 0 || bytes <= most;
  });
}
