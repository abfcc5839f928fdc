/** Flows: reading, storing, deleting. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FlowChangeForm, FlowForm } from '#api/flows/operations.ts';
import type { FlowResource, FlowSummary } from '#api/flows/schemas.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { callApi } from './api.ts';

/** Names of flows by SID. */
type FlowNames = Readonly<Record<string, string>>;

export const flowKeys = {
  all: ['flows'] as const,
  summaries: ['flows', 'summaries'] as const,
  one: (sid: string) => ['flows', 'one', sid] as const,
};

/** All flows of the account, newest change first. Refreshed every 15 s while it is shown, every second while some are still to be checked. */
export const summariesQuery = queryOptions({
  queryKey: flowKeys.summaries,
  queryFn: async ({ signal }) => (await callApi('GET /v1/FlowSummaries', { signal })).flow_summaries,
  refetchInterval: ({ state }) => (state.data?.some(({ valid }) => valid === null) ? 1_000 : 15_000),
});

/** One flow with its definition. */
export const flowQuery = (sid: string) =>
  queryOptions({
    queryKey: flowKeys.one(sid),
    queryFn: ({ signal }) => callApi('GET /v2/Flows/{Sid}', { params: { Sid: sid }, signal }),
  });

export const useFlowSummaries = () => useQuery(summariesQuery);
/** The names of the account's flows by SID, where the definition runs one of them; loaded only then. */
export function useSubflowNames(definition: FlowDefinition | null): FlowNames | undefined {
  const enabled = useMemo(
    () => definition?.states.some(({ type }) => type === 'run-subflow') ?? false,
    [definition],
  );
  return useQuery({ ...summariesQuery, enabled, select: namesOf }).data;
}

/** The same object while no name changes: an object of texts is compared by its values. */
const namesOf = (flows: readonly FlowSummary[]): FlowNames =>
  Object.fromEntries(flows.map(({ sid, friendly_name }) => [sid, friendly_name]));

export const useFlow = (sid: string) => useQuery(flowQuery(sid));

export function createFlow(form: FlowForm): Promise<FlowResource> {
  return callApi('POST /v2/Flows', { form });
}

/** Stores a new revision. Only Status is required; what is left out stays as the newest revision has it. */
export function updateFlow(sid: string, form: FlowChangeForm): Promise<FlowResource> {
  return callApi('POST /v2/Flows/{Sid}', { params: { Sid: sid }, form });
}

/** `keepalive` lets it reach the server although the page is being left. */
export function deleteFlow(sid: string, options: { keepalive?: boolean } = {}): Promise<void> {
  return callApi('DELETE /v2/Flows/{Sid}', { params: { Sid: sid }, ...options });
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
