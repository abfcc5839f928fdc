/** The search over all flows. */

import { useInfiniteQuery } from '@tanstack/react-query';
import type { FoundFlowPage } from '#api/flows/search.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

/** A request may end without a flow where there are many: so many follow each other by themselves. */
const maxRequests = 5;

/** Pages of flows in which `text` is found; nothing is asked for an empty text. */
export function useFlowSearch(text: string) {
  const Query = text.trim();
  return useInfiniteQuery({
    queryKey: ['flow-search', Query] as const,
    queryFn: async ({ signal, pageParam }) => {
      let page = await request<FoundFlowPage>(pageParam ?? paths.flowSearch, {
        ...(pageParam === null && { query: { Query, PageSize: 20 } }),
        signal,
      });
      for (let n = 1; n < maxRequests && page.found_flows.length === 0; n++) {
        const next = nextPath(page);
        if (next === null) break;
        page = await request<FoundFlowPage>(next, { signal });
      }
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: nextPath,
    enabled: Query !== '',
  });
}

/** Without the host, which is another one behind a proxy. */
function nextPath({ meta }: FoundFlowPage): string | null {
  if (meta.next_page_url === null) return null;
  const { pathname, search } = new URL(meta.next_page_url);
  return pathname + search;
}
