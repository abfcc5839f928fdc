/** The keys that data of contacts is encrypted with, and the encryption again of what older ones encrypted, or none. */

import { type RawBuilder, sql } from 'kysely';
import { type CellCipher, type DataKeyRow, dataKeysQuery, isNothing } from './cell-cipher.ts';
import type { Queries } from './database.ts';
import { isPostgres } from './dialect.ts';
import { contactData } from './schema/contact-data.ts';
import type { DataKeyTableRow } from './schema/data-keys.ts';

export async function readDataKeys(db: Queries): Promise<DataKeyRow[]> {
  return (await sql<DataKeyRow>`${sql.raw(dataKeysQuery)}`.execute(db)).rows;
}

/** Nothing where another process has added one of that number. */
export async function insertDataKey(tx: Queries, row: DataKeyTableRow): Promise<void> {
  await tx
    .insertInto('data_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** A table with encrypted columns. `key` names a row, with its shard. */
export type EncryptedTable = { table: string; key: readonly string[]; columns: readonly string[] };

export const encryptedTables: readonly EncryptedTable[] = Object.entries(contactData)
  .filter(([, { encrypted }]) => encrypted.length > 0)
  .map(([table, { key, encrypted }]) => ({ table, key: [...key, 'shard'], columns: encrypted }));

/** The one kind of column with bytes. */
const isBinary = (column: string) => column === 'bytes';

/** Rows that one statement looks at, and of those that are encrypted again in one transaction, with their bytes. */
const rowsLookedAt = 1_000;
const rowsAtOnce = 50;
const bytesAtOnce = 1024 * 1024;

export type RowKey = readonly (string | number)[];

/** Rows after `after` that the newest key has not encrypted. `last` is null when there are no more rows. */
export async function findOlder(
  db: Queries,
  cells: CellCipher,
  { table, key, columns }: EncryptedTable,
  after: RowKey | null,
): Promise<{ last: RowKey | null; older: RowKey[] }> {
  const keys = sql.join(key.map((each) => sql.ref(each)));
  const isOlder = columns.map((column) => sql`coalesce(${needsKey(cells, column)}, false)`);
  const bytes = columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  const older = sql.join(isOlder, sql` or `);
  const { rows } = await sql<Record<string, string | number>>`
    select ${keys}, case when ${older} then ${sql.join(bytes, sql` + `)} else -1 end as found_bytes
    from ${sql.table(table)} where ${after === null ? sql`1 = 1` : sql`(${keys}) > (${sql.join(after)})`}
    order by ${keys} limit ${sql.lit(rowsLookedAt)}`.execute(db);
  const found: RowKey[] = [];
  let total = 0;
  let last: RowKey | null = null;
  for (const row of rows) {
    const size = Number(row.found_bytes);
    const isFull = found.length === rowsAtOnce || (found.length > 0 && total + size > bytesAtOnce);
    if (size >= 0 && isFull) break;
    last = key.map((column) => row[column] ?? '');
    if (size < 0) continue;
    found.push(last);
    total += size;
  }
  return { last, older: found };
}

function needsKey(cells: CellCipher, column: string): RawBuilder<unknown> {
  const { text, bytes } = cells.prefixesOf(cells.currentKey ?? 0);
  const cell = sql.ref(column);
  if (isBinary(column))
    return sql`(octet_length(${cell}) > 0 and substr(${cell}, 1, ${sql.lit(bytes.cell.length)}) <> ${bytes})`;
  return sql`(${cell} not in ('', '[]', '{}', 'null') and substr(${cell}, 1, ${sql.lit(text.cell.length)}) <> ${text})`;
}

/** `unreadable`: cells that no key decrypts; they are left as they are. */
export type Encrypted = { encrypted: number; unreadable: number };

/** Encrypts a row with the newest key, unless it is. What changes it meanwhile waits. */
export async function encryptRow(
  tx: Queries,
  cells: CellCipher,
  { table, key, columns }: EncryptedTable,
  id: RowKey,
): Promise<Encrypted> {
  const same = sql.join(
    key.map((column, at) => sql`${sql.ref(column)} = ${id[at]}`),
    sql` and `,
  );
  const stored = columns.map((column) => sql`${storedForm(tx, column)} as ${sql.ref(column)}`);
  const locked = isPostgres(tx) ? sql`for update` : sql``;
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(stored)} from ${sql.table(table)} where ${same} ${locked}`.execute(tx);
  const [row] = rows;
  const done = { encrypted: 0, unreadable: 0 };
  if (row === undefined) return done;
  // Another process may have encrypted it with a key that this one has not heard of.
  cells.learn(await readDataKeys(tx));
  const set: RawBuilder<unknown>[] = [];
  for (const column of columns) {
    const cell = cellOf(column, row[column] ?? null);
    if (cell === null || isNothing(cell) || cells.isCurrent(cell)) continue;
    try {
      set.push(sql`${sql.ref(column)} = ${cells.encrypt(cells.decrypt(cell))}`);
    } catch {
      done.unreadable += 1;
    }
  }
  if (set.length === 0) return done;
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${same}`.execute(tx);
  return { ...done, encrypted: 1 };
}

/** The cell in a form that is not decrypted when it is read. */
function storedForm(db: Queries, column: string): RawBuilder<unknown> {
  const cell = sql.ref(column);
  if (!isBinary(column)) return sql`'=' || ${cell}`;
  return isPostgres(db) ? sql`encode(${cell}, 'hex')` : sql`hex(${cell})`;
}

function cellOf(column: string, form: string | null): string | Uint8Array | null {
  if (form === null) return null;
  return isBinary(column) ? Buffer.from(form, 'hex') : form.slice(1);
}
