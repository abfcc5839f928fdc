/** Revisions of a flow. They never change once written, so one that was read is kept. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowChangeForm } from '#api/flows/operations.ts';
import { pageClient } from '../unsaved-work/page-lock.ts';
import { callApi } from './api.ts';
import { flowKeys, updateFlow } from './flows.ts';
import { publishingKeys } from './publishing.ts';

/** One revision with its definition; `revision` is a number, LatestPublished or LatestRevision. */
export const revisionQuery = (flowSid: string, revision: number | string) =>
  queryOptions({
    queryKey: ['revisions', flowSid, revision] as const,
    queryFn: ({ signal }) =>
      callApi('GET /v2/Flows/{Sid}/Revisions/{Revision}', {
        params: { Sid: flowSid, Revision: String(revision) },
        signal,
      }),
    staleTime: typeof revision === 'number' ? Number.POSITIVE_INFINITY : 0,
  });

/** Waits while `revision` is null. */
export function useRevision(flowSid: string, revision: number | string | null) {
  return useQuery({ ...revisionQuery(flowSid, revision ?? 0), enabled: revision !== null });
}

const revisionListKey = (flowSid: string) => ['revisions', flowSid, 'list'] as const;

/** What differs between two revisions. Waits while `from` is null. */
export function useRevisionDiff(flowSid: string, from: number | null, to: number) {
  return useQuery({
    queryKey: ['revisions', flowSid, 'diff', from, to] as const,
    queryFn: ({ signal }) =>
      callApi('GET /v1/Flows/{Sid}/Diff', {
        params: { Sid: flowSid },
        query: { From: String(from ?? 0), To: String(to) },
        signal,
      }),
    enabled: from !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const impactKey = (flowSid: string | null) => ['revisions', flowSid, 'impact'] as const;

/** How many executions publishing a revision would affect. Waits while `flowSid` is null. */
export function usePublishImpact(flowSid: string | null, revision: number | 'LatestRevision') {
  return useQuery({
    queryKey: [...impactKey(flowSid), revision] as const,
    queryFn: ({ signal }) =>
      callApi('GET /v1/Flows/{Sid}/PublishImpact', {
        params: { Sid: flowSid ?? '' },
        query: { Revision: String(revision) },
        signal,
      }),
    enabled: flowSid !== null,
    staleTime: 0,
  });
}

/** Stores a new revision of a flow and refreshes what shows its revisions, also when it is refused as stale. */
export function useStoreRevision(flowSid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (form: FlowChangeForm) => updateFlow(flowSid, { ...form, Client: pageClient }),
    onSuccess: (flow) => cache.setQueryData(flowKeys.one(flowSid), flow),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: revisionListKey(flowSid) }),
        cache.invalidateQueries({ queryKey: impactKey(flowSid) }),
        cache.invalidateQueries({ queryKey: publishingKeys.of(flowSid) }),
        cache.invalidateQueries({ queryKey: flowKeys.summaries }),
      ]),
  });
}
