/** Reads tables page by page for the rows that name a contact, and changes those. */

import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { isPostgres } from '../../platform/database/dialect.ts';
import { contactValue } from '../../platform/database/mark-contact-data.ts';
import type { ContactMatcher } from './matcher.ts';

/** Where rows of an account are, in the order of `key`; `texts` are the columns that may name a contact. */
export type Place = {
  table: string;
  key: string;
  /** The second column of the order: a number, where many large rows have the same `key`. */
  second?: string;
  /** The column before `key` in the index that begins with the account; in it there is no space. */
  within?: string;
  /** No index has `key` behind the account, as it alone finds a row. */
  alone?: true;
  texts: readonly string[];
  /** Columns that are read with these. */
  extra?: readonly string[];
  /** Which rows of the table are those of the account; those with its SID in `account` without it. */
  scope?: (account: string) => RawBuilder<unknown>;
};

export type FoundRow = Readonly<Record<string, string | number | Uint8Array | null>>;

const pageSize = 200;
/** Rows that are passed for a page where there is no index of those of the account. */
const passedSize = 1_000;
/** Of the texts of a page, unless its first row is larger: what is looked at in one turn of the event loop. */
const pageBytes = 256 * 1024;

const scopeOf = ({ scope }: Place, account: string) => scope?.(account) ?? sql`account = ${account}`;

type Key = Readonly<Record<string, string | number>> & { bytes: number | string };

/** The columns of the order, as an index has them. */
const orderOf = ({ within, key, second }: Place): string[] =>
  [within, key, second].filter((column) => column !== undefined);

/** Of which page, and of whom: null for every row. `isWhole` reads all columns. */
type Wanted = { account: string; after: string | null; matcher: ContactMatcher | null; isWhole?: boolean };

/** The rows of the next page that name the contact; `last` is the position of its last row, null when there are no more rows. */
export async function readPage(
  db: Queries,
  place: Place,
  { account, after, matcher, isWhole = false }: Wanted,
): Promise<{ last: string | null; rows: FoundRow[] }> {
  const order = orderOf(place);
  const ordered = sql.join(order.map((column) => sql.ref(column)));
  const table = sql.table(place.table);
  const scope = scopeOf(place, account);
  // The embedded database would sort all rows of the account for each page: it passes those of others instead, so many at once.
  const isPassing = place.alone === true && !isPostgres(db);
  const own = isPassing ? sql`(${scope}) is true` : scope;
  const behind = after === null ? sql`1 = 1` : at(place, '>', after);
  const sizes = place.texts.map((text) => sql`coalesce(octet_length(${sql.ref(text)}), 0)`);
  const size = sql.join(sizes, sql` + `);
  const { rows: keys } = await sql<Key>`
    select ${ordered}, ${isPassing ? sql`case when ${own} then ${size} else 0 end` : size} as bytes
    from ${table} where ${isPassing ? sql`1 = 1` : own} and ${behind}
    order by ${ordered} limit ${sql.lit(isPassing ? passedSize : pageSize)}`.execute(db);
  const end = lastWithin(keys);
  if (end === undefined) return { last: null, rows: [] };
  const last = order.map((column) => end[column]).join(' ');
  const names = [...order, ...place.texts, ...(place.extra ?? [])];
  const columns = isWhole ? sql`*` : sql.join(names.map((column) => sql.ref(column)));
  const texts = place.texts.map((text) => sql.ref(text));
  const { rows } = await sql<FoundRow>`
    select ${columns} from ${table}
    where ${own} and ${behind} and ${at(place, '<=', last)}
      and ${matcher === null ? sql`1 = 1` : matcher.mayBeIn(db, texts)} order by ${ordered}`.execute(db);
  const isOf = (row: FoundRow) => matcher?.has(place.texts.map((text) => row[text])) !== false;
  return { last, rows: rows.filter(isOf) };
}

/** Where a row is, as an index finds it. Positions of numbers are compared as numbers. */
function at({ key, second, within }: Place, how: '>' | '<=', position: string): RawBuilder<unknown> {
  const column = sql.ref(key);
  if (within !== undefined) {
    const space = position.indexOf(' ');
    const parts = sql`${position.slice(0, space)}, ${position.slice(space + 1)}`;
    return sql`(${sql.ref(within)}, ${column}) ${sql.raw(how)} (${parts})`;
  }
  if (second === undefined)
    return sql`${column} ${sql.raw(how)} ${key === 'seq' ? Number(position) : position}`;
  const [first = '', number = ''] = position.split(' ');
  return sql`(${column}, ${sql.ref(second)}) ${sql.raw(how)} (${first}, ${Number(number)})`;
}

function lastWithin(keys: readonly Key[]): Key | undefined {
  let last = keys[0];
  let bytes = 0;
  for (const each of keys) {
    bytes += Number(each.bytes);
    if (bytes > pageBytes) break;
    last = each;
  }
  return last;
}

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
      if (typeof text !== 'string') return [];
      return [sql`${sql.ref(column)} = ${contactValue(place.table, column, change(text, row))}`];
    });
    await sql`update ${sql.table(place.table)} set ${sql.join(set)}
      where ${scopeOf(place, account)} and ${sql.ref(place.key)} = ${row[place.key]}`.execute(tx);
  }
}
