/** Revisions of a flow. They never change once written, so one that was read is kept. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { PublishImpact, RevisionResource } from '#api/flows/resources.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

/** One revision with its definition; `revision` is a number, LatestPublished or LatestRevision. */
const revisionQuery = (flowSid: string, revision: number | string) =>
  queryOptions({
    queryKey: ['revisions', flowSid, revision] as const,
    queryFn: ({ signal }) => request<RevisionResource>(paths.revision(flowSid, revision), { signal }),
    staleTime: typeof revision === 'number' ? Number.POSITIVE_INFINITY : 0,
  });

/** Waits while `revision` is null. */
export function useRevision(flowSid: string, revision: number | string | null) {
  return useQuery({ ...revisionQuery(flowSid, revision ?? 0), enabled: revision !== null });
}

/** How many executions publishing a revision would affect. Waits while `flowSid` is null. */
export function usePublishImpact(flowSid: string | null, revision: number | 'LatestRevision') {
  return useQuery({
    queryKey: ['revisions', flowSid, 'impact', revision] as const,
    queryFn: ({ signal }) =>
      request<PublishImpact>(paths.publishImpact(flowSid ?? ''), { query: { Revision: revision }, signal }),
    enabled: flowSid !== null,
    staleTime: 0,
  });
}
