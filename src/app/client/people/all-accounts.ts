/** What one may see in all of one's accounts: flows, executions and failing webhooks, page by page. */

import { useInfiniteQuery } from '@tanstack/react-query';
import type { PageMeta } from '#api/operation/page-schema.ts';
import { callPage, type QueryAt } from '../api.ts';
import { nextPagePath } from '../paging.ts';

type Filter<R extends 'GET /v1/Me/Flows' | 'GET /v1/Me/Executions' | 'GET /v1/Me/FailingWebhooks'> = Omit<
  QueryAt<R>,
  'PageSize' | 'Page' | 'PageToken'
>;

/** A response is about some of the accounts: the next ones are asked while nothing is found, up to so many times. */
const maxRequests = 40;

function pagesOver<Page extends { meta: PageMeta }>(
  queryKey: readonly unknown[],
  load: (path: string | null, signal: AbortSignal) => Promise<Page>,
  countOf: (page: Page) => number,
) {
  return {
    queryKey: ['all-accounts', ...queryKey],
    async queryFn({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<Page> {
      for (let path = pageParam, requests = 1; ; requests += 1) {
        const page = await load(path, signal);
        path = nextPagePath(page.meta);
        if (countOf(page) > 0 || path === null || requests === maxRequests) return page;
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }: Page) => nextPagePath(meta),
  };
}

export function useMyFlows(query: Filter<'GET /v1/Me/Flows'>) {
  return useInfiniteQuery({
    ...pagesOver(
      ['flows', query],
      (path, signal) => callPage('GET /v1/Me/Flows', path, { query, signal }),
      ({ flows }) => flows.length,
    ),
    select: ({ pages }) => pages.flatMap(({ flows }) => flows),
  });
}

export function useMyExecutions(query: Filter<'GET /v1/Me/Executions'>) {
  return useInfiniteQuery({
    ...pagesOver(
      ['executions', query],
      (path, signal) => callPage('GET /v1/Me/Executions', path, { query, signal }),
      ({ executions }) => executions.length,
    ),
    select: ({ pages }) => pages.flatMap(({ executions }) => executions),
  });
}

export function useMyFailingWebhooks(query: Filter<'GET /v1/Me/FailingWebhooks'>) {
  return useInfiniteQuery({
    ...pagesOver(
      ['webhooks', query],
      (path, signal) => callPage('GET /v1/Me/FailingWebhooks', path, { query, signal }),
      ({ webhooks }) => webhooks.length,
    ),
    select: ({ pages }) => pages.flatMap(({ webhooks }) => webhooks),
  });
}
