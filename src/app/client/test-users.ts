/** The identities that run a flow's newest draft. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TestUsersResource } from '#api/flows.ts';
import { paths } from '#api/paths.ts';
import { request } from './request.ts';

const testUsersKey = (flowSid: string) => ['test-users', flowSid] as const;

export function useTestUsers(flowSid: string) {
  return useQuery({
    queryKey: testUsersKey(flowSid),
    queryFn: ({ signal }) => request<TestUsersResource>(paths.testUsers(flowSid), { signal }),
  });
}

/** Replaces the whole list. */
export function useUpdateTestUsers(flowSid: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (identities: readonly string[]) =>
      request<TestUsersResource>(paths.testUsers(flowSid), {
        // An empty list is the field once, empty: a form cannot carry a field no times.
        form: { TestUsers: identities.length === 0 ? '' : identities },
      }),
    onSuccess: (resource) => cache.setQueryData(testUsersKey(flowSid), resource),
  });
}
