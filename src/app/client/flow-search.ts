/** The search over all flows. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { callPage } from './api.ts';
import { nextPagePath } from './paging.ts';

/** A request may end without a flow where there are many: so many follow each other by themselves. */
const maxRequests = 5;

/** Pages of flows in which `text` is found; nothing is asked for an empty text. */
export function useFlowSearch(text: string) {
  const Query = text.trim();
  return useInfiniteQuery({
    queryKey: ['flow-search', Query] as const,
    queryFn: async ({ signal, pageParam }) => {
      const pageAt = (path: string | null) =>
        callPage('GET /v1/FlowSearch', path, { query: { Query, PageSize: 20 }, signal });
      let page = await pageAt(pageParam);
      for (let n = 1; n < maxRequests && page.found_flows.length === 0; n++) {
        const next = nextPagePath(page.meta);
        if (next === null) break;
        page = await pageAt(next);
      }
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => nextPagePath(meta),
    enabled: Query !== '',
  });
}
