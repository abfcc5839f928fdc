/** Revisions of a flow. They never change once written, so one that was read is kept. */

import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { RevisionResource } from '#api/flows.ts';
import { paths } from '#api/paths.ts';
import { fetchPage, nextAddress } from './pages.ts';
import { request } from './request.ts';

export const revisionKeys = {
  list: (flowSid: string) => ['revisions', flowSid, 'list'] as const,
  one: (flowSid: string, revision: number | string) => ['revisions', flowSid, revision] as const,
};

/** One revision with its definition; `revision` is a number, LatestPublished or LatestRevision. */
export const revisionQuery = (flowSid: string, revision: number | string) =>
  queryOptions({
    queryKey: revisionKeys.one(flowSid, revision),
    queryFn: ({ signal }) => request<RevisionResource>(paths.revision(flowSid, revision), { signal }),
    staleTime: typeof revision === 'number' ? Number.POSITIVE_INFINITY : 0,
  });

/** All revisions, newest first, without definitions. */
export const revisionsQuery = (flowSid: string) =>
  infiniteQueryOptions({
    queryKey: revisionKeys.list(flowSid),
    queryFn: ({ signal, pageParam }) =>
      fetchPage<'revisions', RevisionResource>(paths.revisions(flowSid), pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextAddress(page.meta),
  });

export const useRevisions = (flowSid: string) => useInfiniteQuery(revisionsQuery(flowSid));

/** Waits while `revision` is null. */
export function useRevision(flowSid: string, revision: number | string | null) {
  return useQuery({ ...revisionQuery(flowSid, revision ?? 0), enabled: revision !== null });
}
