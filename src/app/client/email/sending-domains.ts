/** Domains that email is sent from. */

import { useQuery } from '@tanstack/react-query';
import { useChange } from '../use-change.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

export const sendingDomainsKey = (target: EmailTarget) => [...emailTargetKey(target), 'sending-domains'];

export function useSendingDomains(target: EmailTarget) {
  return useQuery({
    queryKey: sendingDomainsKey(target),
    queryFn: ({ signal }) => callEmail(target, 'GET /v3/whitelabel/domains', { signal }),
  });
}

export function useSendingDomain(target: EmailTarget, id: string) {
  return useQuery({
    queryKey: [...sendingDomainsKey(target), id],
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v3/whitelabel/domains/{domain_id}', { params: { domain_id: id }, signal }),
  });
}

export function useCreateSendingDomain(target: EmailTarget) {
  return useChange([sendingDomainsKey(target)], (json: { domain: string; subdomain: string }) =>
    callEmail(target, 'POST /v3/whitelabel/domains', { json }),
  );
}

export function useMakeDefaultDomain(target: EmailTarget) {
  return useChange([sendingDomainsKey(target)], (id: string) =>
    callEmail(target, 'PATCH /v3/whitelabel/domains/{domain_id}', {
      params: { domain_id: id },
      json: { default: true },
    }),
  );
}

export function useWarmUp(target: EmailTarget, id: string) {
  return useChange([sendingDomainsKey(target)], (isOn: boolean) =>
    callEmail(target, 'PATCH /v3/whitelabel/domains/{domain_id}', {
      params: { domain_id: id },
      json: { warm_up: isOn },
    }),
  );
}

/** Sent with `keepalive`. */
export function deleteSendingDomain(target: EmailTarget, id: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/whitelabel/domains/{domain_id}', {
    params: { domain_id: id },
    keepalive: true,
  });
}

export function useCheckSendingDomain(target: EmailTarget, id: string) {
  return useChange([sendingDomainsKey(target)], (_: undefined) =>
    callEmail(target, 'POST /v3/whitelabel/domains/{domain_id}/validate', { params: { domain_id: id } }),
  );
}

export function useRotateSendingDomain(target: EmailTarget, id: string) {
  return useChange([sendingDomainsKey(target)], (_: undefined) =>
    callEmail(target, 'POST /v3/whitelabel/domains/{domain_id}/rotate', { params: { domain_id: id } }),
  );
}
