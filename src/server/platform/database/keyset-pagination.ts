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
