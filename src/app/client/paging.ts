/** Reading lists page by page, as the server links them. */

import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { PageMeta } from '#api/operation/page-schema.ts';
import { type CallArguments, callPage, type PagedRoute } from './api.ts';

/** The options of an infinite query that reads the list at `route`. */
export function pagesOf<R extends PagedRoute>(route: R, queryKey: QueryKey, ...[options]: CallArguments<R>) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      callPage(route, pageParam, ...([{ ...options, signal }] as unknown as CallArguments<R>)),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath((page as { meta: PageMeta }).meta),
  });
}

/** All pages of a list, one after the other; `load` takes the address of a page, null for the first. */
export async function everyPage<Page extends { meta: PageMeta }>(
  load: (path: string | null) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let path: string | null = null;
  do {
    const page: Page = await load(path);
    pages.push(page);
    path = nextPagePath(page.meta);
  } while (path !== null);
  return pages;
}

/**
 * The address of the page after this one, relative to this site, or null at the end. The server's link is
 * absolute and may name another host than the one the browser came by.
 */
export function nextPagePath(meta: PageMeta): string | null {
  if (meta.next_page_url === null) return null;
  const { pathname, search } = new URL(meta.next_page_url, 'http://unused');
  return pathname + search;
}
