/**
 * A slice of a long list, taken by position instead of by counting, so that it stays where it is while
 * rows are added. Positions are texts that the list itself understands; the newest rows come first.
 */

/** `from` is the position beyond which to take; null for the head of the list. */
export type KeysetPageRequest = {
  size: number;
  from: { direction: 'older' | 'newer'; position: string } | null;
};

/** `newer` and `older` say whether there is more on that side. */
export type KeysetPage<Row> = { rows: Row[]; newer: boolean; older: boolean };

/** What one query of a slice needs: rows beyond `position` in that direction, nearest first, `limit` at most. */
export type KeysetPageQuery = {
  order: 'desc' | 'asc';
  operator: '<' | '>';
  position: string | null;
  limit: number;
};

/** Takes a slice with one query, which asks for one row more than wanted to see whether there is more. */
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
