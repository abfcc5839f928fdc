/** Sinks: where the events of the account are posted to. */

import { useQuery } from '@tanstack/react-query';
import { callApi, type FormAt } from './api.ts';
import { useChange } from './use-change.ts';

const sinksKey = ['sinks'] as const;

/** All sinks, newest first. Refreshed every 5 s while they are shown, every 500 ms while one is tested. */
export function useSinks() {
  return useQuery({
    queryKey: sinksKey,
    queryFn: async ({ signal }) => (await callApi('GET /v1/Sinks', { signal })).sinks,
    refetchInterval: ({ state }) => (state.data?.some(({ is_testing }) => is_testing) ? 500 : 5_000),
  });
}

/** Creates a sink. */
export function useCreateSink() {
  return useChange([sinksKey], (form: FormAt<'POST /v1/Sinks'>) => callApi('POST /v1/Sinks', { form }));
}

export function useTestSink() {
  return useChange([sinksKey], (Sid: string) => callApi('POST /v1/Sinks/{Sid}/Test', { params: { Sid } }));
}

export function useDeleteSink() {
  return useChange([sinksKey], (Sid: string) => callApi('DELETE /v1/Sinks/{Sid}', { params: { Sid } }));
}
