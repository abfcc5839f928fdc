/**
 * Keyset pagination: a page begins at a cursor instead of an offset, so that it is stable while rows are added.
 * Cursors are texts that the list itself defines; the newest rows come first.
 */

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
