/** Sinks: where the events of the account are posted to. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '#api/paths.ts';
import type { SinkForm, SinkPage, SinkResource } from '#api/sinks/resources.ts';
import { request } from './request.ts';

const sinksKey = ['sinks'] as const;

/** All sinks, newest first. Refreshed every 5 s while they are shown, every 500 ms while one is tested. */
export function useSinks() {
  return useQuery({
    queryKey: sinksKey,
    queryFn: async ({ signal }) => (await request<SinkPage>(paths.sinks, { signal })).sinks,
    refetchInterval: ({ state }) => (state.data?.some(({ is_testing }) => is_testing) ? 500 : 5_000),
  });
}

/** Creates a sink. */
export function useCreateSink() {
  return useSinkMutation((form: SinkForm) => request<SinkResource>(paths.sinks, { form }));
}

export function useTestSink() {
  return useSinkMutation((sid: string) => request<SinkResource>(paths.sinkTest(sid), { method: 'POST' }));
}

export function useDeleteSink() {
  return useSinkMutation((sid: string) => request<void>(paths.sink(sid), { method: 'DELETE' }));
}

function useSinkMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void cache.invalidateQueries({ queryKey: sinksKey }),
  });
}
