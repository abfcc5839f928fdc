/** The log of a flow's edits, newest first, and the working copy as it was after one of them. */

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FlowEdit } from '#api/flows/working-copy.ts';
import { callApi } from './api.ts';

const pageSize = 200;

type Page = { edits: readonly FlowEdit[]; isLast: boolean };
type Pages = { pages: readonly Page[]; pageParams: readonly unknown[] };

const editsKey = (flowSid: string) => ['edits', flowSid] as const;

/**
 * All edits that are kept, page by page. `head` is the number of the newest edit that the page knows of: when it rises,
 * those after the newest of the list are put before it.
 */
export function useEdits(flowSid: string, head: number | null) {
  const list = useInfiniteQuery({
    queryKey: editsKey(flowSid),
    queryFn: async ({ signal, pageParam }): Promise<Page> => {
      const { edits } = await callApi('GET /v1/Flows/{Sid}/WorkingCopy/Edits', {
        params: { Sid: flowSid },
        query: { Before: pageParam, Limit: pageSize },
        signal,
      });
      const oldest = edits.at(-1);
      return { edits, isLast: oldest === undefined || oldest.seq === 1 };
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ edits, isLast }) => (isLast ? undefined : edits.at(-1)?.seq),
  });
  useNewEdits(flowSid, list.data, head);
  return list;
}

function useNewEdits(flowSid: string, list: Pages | undefined, head: number | null): void {
  const cache = useQueryClient();
  const isFetching = useRef(false);
  const newest = list === undefined ? null : (list.pages[0]?.edits[0]?.seq ?? 0);
  useEffect(() => {
    if (newest === null || head === null || head <= newest || isFetching.current) return;
    isFetching.current = true;
    // What fails is asked for again with the next edit.
    void callApi('GET /v1/Flows/{Sid}/WorkingCopy/Edits', {
      params: { Sid: flowSid },
      query: { After: newest },
    })
      .then(({ expired, edits }) => {
        isFetching.current = false;
        if (expired) void cache.resetQueries({ queryKey: editsKey(flowSid) });
        else cache.setQueryData<Pages>(editsKey(flowSid), (now) => now && withNewEdits(now, edits));
      })
      .catch(() => {
        isFetching.current = false;
      });
  }, [cache, flowSid, head, newest]);
}

/** `edits` are oldest first. */
function withNewEdits({ pages: [first, ...older], pageParams }: Pages, edits: readonly FlowEdit[]): Pages {
  const newest = first?.edits[0]?.seq ?? 0;
  const news = edits.filter(({ seq }) => seq > newest).reverse();
  const page = { edits: [...news, ...(first?.edits ?? [])], isLast: first?.isLast ?? true };
  return { pages: [page, ...older], pageParams };
}

/** Pages that are loaded at most to look back. */
const maxPages = 5;

/**
 * The edits after one, newest first, of which more are loaded as long as there are any; `isComplete` is false where they
 * are too many, or no longer kept. Waits while `since` is null.
 */
export function useEditsSince(flowSid: string, since: number | null, head: number | null) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = useEdits(
    flowSid,
    head,
  );
  const all = data?.pages.flatMap(({ edits }) => edits) ?? [];
  const oldest = all.at(-1)?.seq ?? null;
  const isReached = since !== null && (oldest ?? since + 1) <= since + 1;
  const hasMore = hasNextPage && (data?.pages.length ?? 0) < maxPages;
  const isLoading = since === null || data === undefined || (!isReached && hasMore && !isFetchNextPageError);
  useEffect(() => {
    if (isLoading && hasMore && !isFetchingNextPage && since !== null) void fetchNextPage();
  }, [isLoading, hasMore, isFetchingNextPage, since, fetchNextPage]);
  const edits = all.filter(({ seq }) => since !== null && seq > since);
  return { edits, isComplete: isReached, isLoading, error };
}

/** The working copy as it was after an edit, which never changes. Waits while `edit` is null. */
export function useCopyAfter(flowSid: string, edit: number | null) {
  return useQuery({
    queryKey: ['copy-after', flowSid, edit] as const,
    queryFn: ({ signal }) =>
      callApi('GET /v1/Flows/{Sid}/WorkingCopy', {
        params: { Sid: flowSid },
        query: { Edit: edit ?? 0 },
        signal,
      }),
    enabled: edit !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
