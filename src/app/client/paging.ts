/** Reading lists page by page, as the server links them. */

import type { PageMeta } from '#api/operation/page-schema.ts';

/**
 * The address of the page after this one, relative to this site, or null at the end. The server's link is
 * absolute and may name another host than the one the browser came by.
 */
export function nextPagePath(meta: PageMeta): string | null {
  if (meta.next_page_url === null) return null;
  const { pathname, search } = new URL(meta.next_page_url, 'http://unused');
  return pathname + search;
}
