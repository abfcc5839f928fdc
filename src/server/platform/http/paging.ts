/** Cursor pagination: parses PageSize, Page and PageToken, and presents the page object. */

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Page, pageSizeLimits } from '#api/operation/page-schema.ts';
import { isSid, type SidPrefix } from '#api/sid.ts';
import { ageCursor, isAgeCursor } from '../database/age-cursor.ts';
import { invalidParameter } from './form.ts';

/**
 * `size` rows beyond the cursor `from`, null for the head of the list. `page` is the client's own count, which is
 * only echoed.
 */
export type PageRequest = { size: number; page: number; from: PageCursor | null };

type PageCursor = { direction: Direction; position: string };
type Direction = 'older' | 'newer';

/** The positions of a list: which texts can be one, and which one a row has. */
export type Cursor<Row> = { isPosition(text: string): boolean; positionOf(row: Row): string };

export const bySid = (prefix: SidPrefix): Cursor<{ sid: string }> => bySidOf(prefix, ({ sid }) => sid);

/** The same for rows whose SID is found elsewhere. */
export const bySidOf = <Row>(prefix: SidPrefix, sidOf: (row: Row) => string): Cursor<Row> => ({
  isPosition: (text) => isSid(prefix, text),
  positionOf: sidOf,
});

export const byAge: Cursor<Parameters<typeof ageCursor>[0]> = {
  isPosition: isAgeCursor,
  positionOf: ageCursor,
};

/** By a number that counts up, such as that of a revision. */
export const byNumber = <Row>(numberOf: (row: Row) => number): Cursor<Row> => ({
  isPosition: (text) => /^\d{1,9}$/.test(text),
  positionOf: (row) => String(numberOf(row)),
});

/** Rows in the order of the list. `end` is the position at which the page ends, where that is not its last row in the direction of the request. */
export type Slice<Row> = { rows: readonly Row[]; newer: boolean; older: boolean; end?: string | null };

/** Gives the page of a list that a request asks for. `key` names the items. */
export type PageReader = <Key extends string, Row, Item>(
  key: Key,
  cursor: Cursor<NoInfer<Row>>,
  rows: { list(wanted: PageRequest): Promise<Slice<Row>>; present(row: NoInfer<Row>): Item },
) => Promise<Page<Key, Item>>;

export function pageReader(base: string, request: FastifyRequest): PageReader {
  return async (key, { isPosition, positionOf }, { list, present }) => {
    const pageRequest = readPage(request, isPosition);
    return presentPage(base, request, {
      key,
      pageRequest,
      slice: await list(pageRequest),
      positionOf,
      present,
    });
  };
}

/**
 * Reads PageSize, Page and PageToken. `isPosition` says whether a text can be a position in this list.
 *
 * @throws Refusal with the parameter's name
 */
export function readPage(request: FastifyRequest, isPosition: (text: string) => boolean): PageRequest {
  const query = queryOf(request);
  const { minimum, maximum } = pageSizeLimits;
  const token = query.get('PageToken');
  return {
    size: readWholeNumber(query, 'PageSize', pageSizeLimits.default, minimum, maximum),
    page: readWholeNumber(query, 'Page', 0, 0, Number.MAX_SAFE_INTEGER),
    from: token === null || token === '' ? null : parsePageToken(token, pathOf(request), isPosition),
  };
}

/**
 * The page object around the items of a slice. `positionOf` gives the position of a row; query parameters
 * that are no matter of paging (filters) stay in all addresses.
 */
export function presentPage<Key extends string, Row, Item>(
  base: string,
  request: FastifyRequest,
  list: {
    key: Key;
    pageRequest: PageRequest;
    slice: Slice<Row>;
    positionOf(row: NoInfer<Row>): string;
    present(row: NoInfer<Row>): Item;
  },
): Page<Key, Item> {
  const { pageRequest, slice } = list;
  const path = pathOf(request);
  const pageUrl = (page: number, token: string | null) => {
    const query = new URLSearchParams(queryOf(request));
    for (const name of ['PageSize', 'Page', 'PageToken']) query.delete(name);
    query.set('PageSize', String(pageRequest.size));
    query.set('Page', String(page));
    if (token !== null) query.set('PageToken', token);
    return `${base}${path}?${query}`;
  };
  const requested = pageRequest.from?.direction ?? 'older';
  const neighbourUrl = (direction: Direction, row: Row | undefined, page: number) => {
    const own = row === undefined ? null : list.positionOf(row);
    const position = (direction === requested ? slice.end : null) ?? own;
    return position === null ? null : pageUrl(page, formatPageToken(direction, position, path));
  };
  const ownToken =
    pageRequest.from && formatPageToken(pageRequest.from.direction, pageRequest.from.position, path);
  return {
    meta: {
      page: pageRequest.page,
      page_size: pageRequest.size,
      first_page_url: pageUrl(0, null),
      previous_page_url: slice.newer
        ? neighbourUrl('newer', slice.rows[0], Math.max(0, pageRequest.page - 1))
        : null,
      url: pageUrl(pageRequest.page, ownToken),
      next_page_url: slice.older ? neighbourUrl('older', slice.rows.at(-1), pageRequest.page + 1) : null,
      key: list.key,
    },
    [list.key]: slice.rows.map(list.present),
  } as Page<Key, Item>;
}

const directions = { PA: 'older', PB: 'newer' } as const;
const checksumLength = 8;

/** A position in the list at `path`, with check digits so that a mistyped or foreign token is noticed. */
function formatPageToken(direction: Direction, position: string, path: string): string {
  const kind = direction === 'older' ? 'PA' : 'PB';
  return kind + checksum(kind, position, path) + Buffer.from(position).toString('base64url');
}

function parsePageToken(token: string, path: string, isPosition: (text: string) => boolean): PageCursor {
  const kind = token.slice(0, 2);
  const position = Buffer.from(token.slice(2 + checksumLength), 'base64url').toString();
  const known = kind === 'PA' || kind === 'PB';
  const direction = known ? directions[kind] : 'older';
  // Base64 can be written in several ways; only the one that was given counts.
  if (!known || token !== formatPageToken(direction, position, path) || !isPosition(position)) {
    throw invalidParameter('PageToken', 'is not one that this list gave');
  }
  return { direction, position };
}

function checksum(kind: string, position: string, path: string): string {
  return createHash('sha256').update(`${kind} ${position} ${path}`).digest('hex').slice(0, checksumLength);
}

/** The query parameters of a request, repeated ones included. @throws Refusal naming one that holds a NUL */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
  if (!request.url.includes('%00')) return query;
  // No database text can hold it, and no person writes it.
  for (const [name, value] of query) {
    if (value.includes('\0')) throw invalidParameter(name, 'must not contain the character NUL');
  }
  return query;
}

/** The path of a request as it was sent, without a slash at the end. */
export function pathOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1);
  return path.replace(/\/+$/, '');
}

function readWholeNumber(
  query: URLSearchParams,
  name: string,
  defaultValue: number,
  minimum: number,
  maximum: number,
): number {
  const text = query.get(name);
  if (text === null || text === '') return defaultValue;
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || value < minimum || value > maximum) {
    const upTo = maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`;
    throw invalidParameter(name, `must be a whole number from ${minimum}${upTo}`);
  }
  return value;
}
