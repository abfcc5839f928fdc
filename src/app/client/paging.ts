/** Reading lists page by page, as the server links them. */

import type { Page, PageMeta } from '#api/operation/page-schema.ts';
import { type CallArguments, callApi, type PagedRoute, type ResponseAt } from './api.ts';
import { request } from './request.ts';

/**
 * The address of the page after this one, relative to this site, or null at the end. The server's link is
 * absolute and may name another host than the one the browser came by.
 */
export function nextPagePath(meta: PageMeta): string | null {
  if (meta.next_page_url === null) return null;
  const { pathname, search } = new URL(meta.next_page_url, 'http://unused');
  return pathname + search;
}

/** One page; `address` is null for the first, or what `nextAddress` gave. */
export function fetchPage<Key extends string, Item>(
  first: string,
  path: string | null,
  options: { query?: { readonly [name: string]: string | number | undefined }; signal?: AbortSignal } = {},
): Promise<Page<Key, Item>> {
  const { query, signal } = options;
  if (path !== null) return request(path, signal ? { signal } : {});
  return request(first, { ...(query && { query }), ...(signal && { signal }) });
}

/** One page of the list at `route`; `path` is null for the first, or what `nextPagePath` gave. */
export function callPage<R extends PagedRoute>(
  route: R,
  path: string | null,
  ...[options]: CallArguments<R>
): Promise<ResponseAt<R>> {
  if (path === null) return callApi(route, ...([options] as CallArguments<R>));
  return request(path, options?.signal ? { signal: options.signal } : {});
}
