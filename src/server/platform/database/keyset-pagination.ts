/**
 * Keyset pagination: a page begins at a cursor instead of an offset, so that it is stable while rows are added.
 * Cursors are texts that the list itself defines; the newest rows come first.
 */

import { type SelectQueryBuilder, type Simplify, sql } from 'kysely';

/** `from` is the cursor beyond which the page begins; null for the head of the list. */
export type KeysetPageRequest = {
  size: number;
  from: { direction: 'older' | 'newer'; position: string } | null;
};

/** `newer` and `older`: whether there are more rows on that side. */
export type KeysetPage<Row> = { rows: Row[]; newer: boolean; older: boolean };

/** The query of a page: rows beyond the cursor `position` in that direction, nearest first, `limit` at most. */
export type KeysetPageQuery = {
  order: 'desc' | 'asc';
  operator: '<' | '>';
  position: string | null;
  limit: number;
};

/** Fetches a page with one query, for one row more than requested, which tells whether there are more. */
export async function fetchKeysetPage<Row>(
  { size, from }: KeysetPageRequest,
  query: (bounds: KeysetPageQuery) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  const backwards = from?.direction === 'newer';
  const found = await query({
    order: backwards ? 'asc' : 'desc',
    operator: backwards ? '>' : '<',
    position: from?.position ?? null,
    limit: size + 1,
  });
  const more = found.length > size;
  const rows = found.slice(0, size);
  if (backwards) return { rows: rows.reverse(), newer: more, older: true };
  return { rows, newer: from !== null, older: more };
}

/** A page of `rows`, whose cursors are the texts of one column that has each only once: their SIDs, where none is named. */
export function fetchPage<DB, TB extends keyof DB, Row>(
  request: KeysetPageRequest,
  rows: SelectQueryBuilder<DB, TB, Row>,
  column = 'sid',
): Promise<KeysetPage<Simplify<Row>>> {
  const cursor = sql.ref<string>(column);
  return fetchKeysetPage(request, ({ order, operator, position, limit }) => {
    const beyond = position === null ? rows : rows.where(cursor, operator, position);
    return beyond.orderBy(cursor, order).limit(limit).execute();
  });
}

/** What belongs to the rows of a page, such as members of groups, is at most so much in all, or all that belongs to one row. */
export const maxItemsOfPage = 5_000;

/**
 * Reads what belongs to the rows of a page, whose keys are given in its order: by key, and for how many of the rows. The others are
 * left to the next page. `read` gives at most `limit` items, in the order of their keys.
 */
export async function readItems<Item>(
  keys: readonly string[],
  read: (keys: readonly string[], limit: number) => Promise<Item[]>,
  keyOf: (item: NoInfer<Item>) => string,
): Promise<{ fitting: number; items: ReadonlyMap<string, Item[]> }> {
  if (keys.length === 0) return { fitting: 0, items: new Map() };
  const found = await read(keys, maxItemsOfPage + 1);
  const last = found[maxItemsOfPage];
  if (last === undefined) return { fitting: keys.length, items: Map.groupBy(found, keyOf) };
  // It may have more than was read.
  const fitting = keys.indexOf(keyOf(last));
  if (fitting > 0) return { fitting, items: Map.groupBy(found, keyOf) };
  const all = await read(keys.slice(0, 1), Number.MAX_SAFE_INTEGER);
  return { fitting: 1, items: Map.groupBy(all, keyOf) };
}

/**
 * The rows of a page that are nearest to where it begins, as many as fit with what belongs to them, which `read` gives by their keys in that
 * order.
 */
export async function pageWithItems<Row, Item>({
  request,
  page,
  rowKey,
  read,
  itemKey,
}: {
  request: KeysetPageRequest;
  page: KeysetPage<Row>;
  rowKey(row: NoInfer<Row>): string;
  read(keys: readonly string[], limit: number, order: 'asc' | 'desc'): Promise<Item[]>;
  itemKey(item: NoInfer<Item>): string;
}): Promise<{ page: KeysetPage<Row>; items: ReadonlyMap<string, Item[]> }> {
  const { rows, newer, older } = page;
  const backwards = request.from?.direction === 'newer';
  const keys = rows.map(rowKey);
  const { fitting, items } = await readItems<Item>(
    backwards ? keys.reverse() : keys,
    (some, limit) => read(some, limit, backwards ? 'asc' : 'desc'),
    itemKey,
  );
  if (fitting === rows.length) return { page, items };
  const nearest = backwards
    ? { rows: rows.slice(-fitting), newer: true, older }
    : { rows: rows.slice(0, fitting), newer, older: true };
  return { page: nearest, items };
}
