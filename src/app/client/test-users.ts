/** Test users of a flow, who run its newest draft, and what they ran last. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from './api.ts';

const testUsersKey = (flowSid: string) => ['test-users', flowSid] as const;

export function useTestUsers(flowSid: string) {
  return useQuery({
    queryKey: testUsersKey(flowSid),
    queryFn: ({ signal }) => callApi('GET /v2/Flows/{Sid}/TestUsers', { params: { Sid: flowSid }, signal }),
  });
}

/** Replaces the whole list. */
export function useSaveTestUsers(flowSid: string) {
  const cache = useQueryClient();
  return useMutation({
    // The server ignores empty texts; a single one means an empty list.
    mutationFn: (identities: readonly string[]) =>
      callApi('POST /v2/Flows/{Sid}/TestUsers', {
        params: { Sid: flowSid },
        form: { TestUsers: identities.length === 0 ? [''] : identities },
      }),
    onSuccess: (saved) => {
      cache.setQueryData(testUsersKey(flowSid), saved);
      return cache.invalidateQueries({ queryKey: ['test-runs', flowSid] });
    },
  });
}

/** Newest first. Refreshed every 10 s while it is shown. */
export function useTestRuns(flowSid: string) {
  return useQuery({
    queryKey: ['test-runs', flowSid],
    queryFn: async ({ signal }) =>
      (await callApi('GET /v1/TestRuns/{FlowSid}', { params: { FlowSid: flowSid }, signal })).test_runs,
    refetchInterval: 10_000,
  });
}
