/** The history of a flow: who made each revision, and how. */

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { RevisionSource } from '#api/flows/history.ts';
import type { FlowStatus } from '#api/flows/schemas.ts';
import { callApi } from './api.ts';
import { pagesOf } from './paging.ts';

/** Days are YYYY-MM-DD in the browser's time zone, both included. */
export type HistoryFilters = {
  status?: FlowStatus | undefined;
  /** SID of a user or an API key. */
  author?: string | undefined;
  source?: RevisionSource | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The key begins with that of the flow's revisions, so that a new one refreshes it. */
const historyQuery = (flowSid: string, filters: HistoryFilters) => ({
  ...pagesOf('GET /v1/Flows/{Sid}/History', ['revisions', flowSid, 'list', filters], {
    params: { Sid: flowSid },
    query: { ...queryOf(filters), PageSize: 200 },
  }),
  placeholderData: keepPreviousData,
});

/** Newest first, page by page. */
export const useHistory = (flowSid: string, filters: HistoryFilters) =>
  useInfiniteQuery(historyQuery(flowSid, filters));

/** The published revisions, with which the published ones are compared. Not asked for unless they are needed. */
export const usePublishedHistory = (flowSid: string, isNeeded: boolean) =>
  useInfiniteQuery({ ...historyQuery(flowSid, { status: 'published' }), enabled: isNeeded });

/** Refreshes the history when `newest` rises: another author has saved. Only that number is polled, not the whole list. */
export function useRefreshedHistory(flowSid: string, newest: number | null): void {
  const cache = useQueryClient();
  const known = useRef<number | null>(null);
  useEffect(() => {
    const hasRisen = newest !== null && known.current !== null && newest > known.current;
    known.current = newest ?? known.current;
    if (hasRisen) void cache.invalidateQueries({ queryKey: ['revisions', flowSid, 'list'] });
  }, [cache, flowSid, newest]);
}

/** The newest published revisions, so many at most. */
async function fetchPublished(flowSid: string, PageSize: number, signal: AbortSignal) {
  const page = await callApi('GET /v1/Flows/{Sid}/History', {
    params: { Sid: flowSid },
    query: { Status: 'published', PageSize },
    signal,
  });
  return page.history;
}

/** The revision that was published before `published`; null when there is none. */
export function usePreviousPublished(flowSid: string, published: number | null) {
  return useQuery({
    // Not refreshed with the list: what was published before that revision never changes.
    queryKey: ['previous-published', flowSid, published] as const,
    queryFn: async ({ signal }) => {
      const history = await fetchPublished(flowSid, 2, signal);
      return history.find(({ revision }) => published !== null && revision < published) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The edit up to which the published revision has everything; 0 where none is published, or it has no edits. */
export function usePublishedEdit(flowSid: string, published: number | null) {
  return useQuery({
    queryKey: ['published-edit', flowSid, published] as const,
    queryFn: async ({ signal }) => {
      if (published === null) return 0;
      const history = await fetchPublished(flowSid, 1, signal);
      return history.find(({ revision }) => revision === published)?.edit_seq ?? 0;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function queryOf({ status, author, source, q, from, to }: HistoryFilters) {
  return {
    Status: status,
    Author: author,
    Source: source,
    Search: q,
    DateCreatedFrom: from && startOfDay(from, 0),
    DateCreatedTo: to && startOfDay(to, 1),
  };
}

/** The first moment of the day, or of one so many days later. */
function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
