/** Flows: reading, storing, deleting. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowChangeForm, FlowForm, FlowResource, FlowSummary } from '#api/flows/resources.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

export const flowKeys = {
  all: ['flows'] as const,
  summaries: ['flows', 'summaries'] as const,
  one: (sid: string) => ['flows', 'one', sid] as const,
};

/** All flows of the account, newest change first. Refreshed every 15 s while it is shown. */
export const summariesQuery = queryOptions({
  queryKey: flowKeys.summaries,
  queryFn: async ({ signal }) => {
    const body = await request<{ flow_summaries: FlowSummary[] } | FlowSummary[]>(paths.flowSummaries, {
      signal,
    });
    return Array.isArray(body) ? body : body.flow_summaries;
  },
  refetchInterval: 15_000,
});

/** One flow with its definition. */
export const flowQuery = (sid: string) =>
  queryOptions({
    queryKey: flowKeys.one(sid),
    queryFn: ({ signal }) => request<FlowResource>(paths.flow(sid), { signal }),
  });

export const useFlowSummaries = () => useQuery(summariesQuery);
export const useFlow = (sid: string) => useQuery(flowQuery(sid));

export function createFlow(form: FlowForm): Promise<FlowResource> {
  return request<FlowResource>(paths.flows, { form });
}

/** Stores a new revision. Only Status is required; what is left out stays as the newest revision has it. */
export function updateFlow(sid: string, form: FlowChangeForm): Promise<FlowResource> {
  return request<FlowResource>(paths.flow(sid), { form });
}

/** `keepalive` lets it reach the server although the page is being left. */
export function deleteFlow(sid: string, options: { keepalive?: boolean } = {}): Promise<void> {
  return request<void>(paths.flow(sid), { method: 'DELETE', ...options });
}

export function useCreateFlow() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: createFlow,
    onSuccess: (flow) => {
      cache.setQueryData(flowKeys.one(flow.sid), flow);
      return cache.invalidateQueries({ queryKey: flowKeys.summaries });
    },
  });
}
