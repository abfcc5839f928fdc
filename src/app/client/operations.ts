/** Operations: system health, failed jobs, data retention. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '#api/paths.ts';
import type { JobResource, OperationsResource, RetentionResource } from '#api/system/resources.ts';
import { fetchPage, nextPagePath } from './paging.ts';
import { request } from './request.ts';

const keys = {
  condition: ['operations', 'condition'],
  retention: ['operations', 'retention'],
  jobs: ['operations', 'jobs'],
} as const;

/** Refreshed every 5 s while it is shown. */
export function useSystemHealth() {
  return useQuery({
    queryKey: keys.condition,
    queryFn: ({ signal }) => request<OperationsResource>(paths.operations, { signal }),
    refetchInterval: 5_000,
  });
}

export function useRetention() {
  return useQuery({
    queryKey: keys.retention,
    queryFn: ({ signal }) => request<RetentionResource>(paths.retention, { signal }),
  });
}

/** `days` is a number as text; empty goes back to what the installation allows. */
export function useSaveRetention() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (days: string) => request<RetentionResource>(paths.retention, { form: { Days: days } }),
    onSuccess: (saved) => cache.setQueryData(keys.retention, saved),
  });
}

/** Failed jobs (status `dead`), the most recent first. */
export function useFailedJobs() {
  return useInfiniteQuery({
    queryKey: keys.jobs,
    queryFn: ({ signal, pageParam }) =>
      fetchPage<'jobs', JobResource>(paths.jobs, pageParam, {
        query: { Status: 'dead', PageSize: 20 },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
    refetchInterval: 10_000,
  });
}

export type JobAction = 'retry' | 'discard';

export function useJobAction() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ key, action }: { key: string; action: JobAction }) =>
      request<JobResource>(paths.job(encodeURIComponent(key)), { form: { Action: action } }),
    // Not awaited: the refresh may unmount the row, and with it the callbacks that show the result.
    onSettled: () => void cache.invalidateQueries({ queryKey: ['operations'] }),
  });
}
