/** Security policies: how requests of inbound parse are signed and authorized. Secrets are write-only. */

import { useQuery } from '@tanstack/react-query';
import { emailPaths } from '#api/email/paths.ts';
import type { Policy, PolicyInput } from '#api/email/policies.ts';
import { useEmailMutation } from './email-mutation.ts';
import { emailRequest } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

const resource = 'policies';
export const policiesKey = (target: EmailTarget) => [...emailTargetKey(target), resource];

/** Oldest first. */
export function usePolicies(target: EmailTarget) {
  return useQuery({
    queryKey: policiesKey(target),
    queryFn: async ({ signal }) =>
      (await emailRequest<{ policies: Policy[] }>(target, emailPaths.policies, { signal })).policies,
  });
}

export function useCreatePolicy(target: EmailTarget) {
  return useEmailMutation(target, resource, (json: PolicyInput) =>
    emailRequest<{ policy: Policy }>(target, emailPaths.policies, { json }),
  );
}

/** Rejected while a host name uses it. Sent with `keepalive`. */
export function deletePolicy(target: EmailTarget, id: string): Promise<void> {
  return emailRequest(target, emailPaths.policy(id), { method: 'DELETE', keepalive: true });
}
