/** Ending and deleting the executions of a filter: the count, the request, and how far its job has come. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExecutionBatch } from '#api/executions/batches.ts';
import { callApi } from '../api.ts';
import { useChange } from '../use-change.ts';
import type { AccountExecutionFilter } from './account-executions.ts';

const batchesKey = ['execution-batches'] as const;

/** How many executions the filter finds now. */
export function useExecutionCount(filter: AccountExecutionFilter) {
  return useQuery({
    queryKey: ['execution-count', filter],
    queryFn: ({ signal }) => callApi('GET /v1/ExecutionCounts', { query: filter, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** `keepalive` lets it reach the server although the page is being left. */
export function startExecutionBatch(
  action: ExecutionBatch['action'],
  filter: AccountExecutionFilter,
): Promise<ExecutionBatch> {
  return callApi('POST /v1/ExecutionBatches', {
    form: { Action: action, ...filter },
    keepalive: true,
  });
}

/** The newest batches; asked for every second while one is running. */
export function useExecutionBatches() {
  return useQuery({
    queryKey: batchesKey,
    queryFn: async ({ signal }) => {
      const query = { PageSize: 5 };
      const page = await callApi('GET /v1/ExecutionBatches', { query, signal });
      return page.execution_batches;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') === true ? 1_000 : false,
  });
}

export function useRefreshExecutionBatches(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: batchesKey });
}

/** Stops a batch; what it has done stays done. */
export function useStopExecutionBatch() {
  return useChange([batchesKey], (Sid: string) =>
    callApi('POST /v1/ExecutionBatches/{Sid}', { params: { Sid }, form: { Status: 'canceled' } }),
  );
}
