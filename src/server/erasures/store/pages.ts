/** Reads tables page by page for the rows that name a contact, and changes those. */

import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { ContactMatcher } from './matcher.ts';

/** Where rows of an account are, in the order of `key`; `texts` are the columns that may name a contact. */
export type Place = {
  table: string;
  key: string;
  texts: readonly string[];
  /** Columns that are read with these. */
  extra?: readonly string[];
  /** Which rows of the table are those of the account; those with its SID in `account` without it. */
  scope?: (account: string) => RawBuilder<unknown>;
};

export type FoundRow = Readonly<Record<string, string | number | null>>;

const pageSize = 200;

const scopeOf = ({ scope }: Place, account: string) => scope?.(account) ?? sql`account = ${account}`;

/** The rows of the next page that name the contact; `last` is its last key, null when there are no more rows. */
export async function readPage(
  db: Queries,
  place: Place,
  { account, after, matcher }: { account: string; after: string | null; matcher: ContactMatcher },
): Promise<{ last: string | null; rows: FoundRow[] }> {
  const key = sql.ref(place.key);
  const table = sql.table(place.table);
  const own = scopeOf(place, account);
  const behind = after === null ? sql`1 = 1` : sql`${key} > ${keyOf(place, after)}`;
  const { rows: keys } = await sql<{ key: string | number }>`
    select ${key} as key from ${table} where ${own} and ${behind} order by ${key} limit ${sql.lit(pageSize)}`.execute(
    db,
  );
  const last = keys.at(-1)?.key;
  if (last === undefined) return { last: null, rows: [] };
  const columns = [place.key, ...place.texts, ...(place.extra ?? [])];
  const { rows } = await sql<FoundRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${table}
    where ${own} and ${behind} and ${key} <= ${last}
      and ${matcher.mayBeIn(
        db,
        place.texts.map((text) => sql.ref(text)),
      )}`.execute(db);
  return {
    last: String(last),
    rows: rows.filter((row) => matcher.has(place.texts.map((text) => row[text]))),
  };
}

/** Numbers are compared as numbers. */
const keyOf = ({ key }: Place, position: string) => (key === 'seq' ? Number(position) : position);

export async function deleteRows(
  tx: Queries,
  place: Place,
  account: string,
  rows: readonly FoundRow[],
): Promise<void> {
  const keys = rows.map((row) => row[place.key]);
  await sql`delete from ${sql.table(place.table)}
    where ${scopeOf(place, account)} and ${sql.ref(place.key)} in (${sql.join(keys)})`.execute(tx);
}

/** Writes the texts of each row as `change` gives them. */
export async function changeTexts(
  tx: Queries,
  place: Place,
  account: string,
  rows: readonly FoundRow[],
  change: (text: string, row: FoundRow) => string | null,
): Promise<void> {
  for (const row of rows) {
    const set = place.texts.flatMap((column) => {
      const text = row[column];
      return typeof text === 'string' ? [sql`${sql.ref(column)} = ${change(text, row)}`] : [];
    });
    await sql`update ${sql.table(place.table)} set ${sql.join(set)}
      where ${scopeOf(place, account)} and ${sql.ref(place.key)} = ${row[place.key]}`.execute(tx);
  }
}
