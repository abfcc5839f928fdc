/** Security policies: how requests of inbound parse are signed and authorized. Secrets are write-only. */

import { useQuery } from '@tanstack/react-query';
import type { PolicyInput } from '#api/email/policies.ts';
import { useChange } from '../use-change.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

export const policiesKey = (target: EmailTarget) => [...emailTargetKey(target), 'policies'];

/** Oldest first. */
export function usePolicies(target: EmailTarget) {
  return useQuery({
    queryKey: policiesKey(target),
    queryFn: async ({ signal }) =>
      (await callEmail(target, 'GET /v3/user/webhooks/security/policies', { signal })).policies,
  });
}

export function useCreatePolicy(target: EmailTarget) {
  return useChange([policiesKey(target)], (json: PolicyInput) =>
    callEmail(target, 'POST /v3/user/webhooks/security/policies', { json }),
  );
}

/** Rejected while a host name uses it. Sent with `keepalive`. */
export function deletePolicy(target: EmailTarget, id: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/user/webhooks/security/policies/{id}', {
    params: { id },
    keepalive: true,
  });
}
