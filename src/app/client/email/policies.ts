/** Security policies: how posts of inbound parse are signed and authorized. Secrets are only ever written. */

import { useQuery } from '@tanstack/react-query';
import { emailPaths } from '#api/email/paths.ts';
import type { Policy, PolicyInput } from '#api/email/policies.ts';
import { useEmailChange } from './change.ts';
import { emailRequest } from './email-request.ts';
import { type Standing, standingKey } from './standing.ts';

const about = 'policies';
export const policiesKey = (standing: Standing) => [...standingKey(standing), about];

/** Oldest first. */
export function usePolicies(standing: Standing) {
  return useQuery({
    queryKey: policiesKey(standing),
    queryFn: async ({ signal }) =>
      (await emailRequest<{ policies: Policy[] }>(standing, emailPaths.policies, { signal })).policies,
  });
}

export function useCreatePolicy(standing: Standing) {
  return useEmailChange(standing, about, (json: PolicyInput) =>
    emailRequest<{ policy: Policy }>(standing, emailPaths.policies, { json }),
  );
}

/** Refused while a host name follows it; the request outlives the page. */
export function deletePolicy(standing: Standing, id: string): Promise<void> {
  return emailRequest(standing, emailPaths.policy(id), { method: 'DELETE', keepalive: true });
}
