/** Operations: system health, failed jobs, data retention. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, callPage, type FormAt } from './api.ts';
import { nextPagePath } from './paging.ts';

const keys = {
  condition: ['operations', 'condition'],
  retention: ['operations', 'retention'],
  jobs: ['operations', 'jobs'],
} as const;

/** Refreshed every 5 s while it is shown. */
export function useSystemHealth() {
  return useQuery({
    queryKey: keys.condition,
    queryFn: ({ signal }) => callApi('GET /v1/Operations', { signal }),
    refetchInterval: 5_000,
  });
}

export function useRetention() {
  return useQuery({
    queryKey: keys.retention,
    queryFn: ({ signal }) => callApi('GET /v1/Retention', { signal }),
  });
}

/** `days` is a number as text; empty goes back to what the installation allows. */
export function useSaveRetention() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (Days: string) => callApi('POST /v1/Retention', { form: { Days } }),
    onSuccess: (saved) => cache.setQueryData(keys.retention, saved),
  });
}

/** Failed jobs (status `dead`), the most recent first. */
export function useFailedJobs() {
  return useInfiniteQuery({
    queryKey: keys.jobs,
    queryFn: ({ signal, pageParam }) =>
      callPage('GET /v1/Jobs', pageParam, {
        query: { Status: 'dead', PageSize: 20 },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => nextPagePath(page.meta),
    refetchInterval: 10_000,
  });
}

export type JobAction = FormAt<'POST /v1/Jobs/{Key}'>['Action'];

export function useJobAction() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ key, action }: { key: string; action: JobAction }) =>
      callApi('POST /v1/Jobs/{Key}', { params: { Key: key }, form: { Action: action } }),
    // Not awaited: the refresh may unmount the row, and with it the callbacks that show the result.
    onSettled: () => void cache.invalidateQueries({ queryKey: ['operations'] }),
  });
}
