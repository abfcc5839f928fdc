/** Operations: system health, failed jobs, data retention. */

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, type FormAt } from './api.ts';
import { pagesOf } from './paging.ts';
import { useChange } from './use-change.ts';

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
    mutationFn: (form: FormAt<'POST /v1/Retention'>) => callApi('POST /v1/Retention', { form }),
    onSuccess: (saved) => cache.setQueryData(keys.retention, saved),
  });
}

/** Failed jobs (status `dead`), the most recent first. */
export function useFailedJobs() {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Jobs', keys.jobs, { query: { Status: 'dead', PageSize: 20 } }),
    refetchInterval: 10_000,
  });
}

export type JobAction = FormAt<'POST /v1/Jobs/{Key}'>['Action'];

export function useJobAction() {
  return useChange([['operations']], ({ key, action }: { key: string; action: JobAction }) =>
    callApi('POST /v1/Jobs/{Key}', { params: { Key: key }, form: { Action: action } }),
  );
}
