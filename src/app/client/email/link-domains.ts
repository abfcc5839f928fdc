/** Host names that the links of email have. */

import { useQuery } from '@tanstack/react-query';
import { useChange } from '../use-change.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

export const linkDomainsKey = (target: EmailTarget) => [...emailTargetKey(target), 'link-domains'];

export function useLinkDomains(target: EmailTarget) {
  return useQuery({
    queryKey: linkDomainsKey(target),
    queryFn: ({ signal }) => callEmail(target, 'GET /v3/whitelabel/links', { signal }),
  });
}

export function useLinkDomain(target: EmailTarget, id: string) {
  return useQuery({
    queryKey: [...linkDomainsKey(target), id],
    queryFn: ({ signal }) => callEmail(target, 'GET /v3/whitelabel/links/{id}', { params: { id }, signal }),
  });
}

export function useCreateLinkDomain(target: EmailTarget) {
  return useChange([linkDomainsKey(target)], (json: { domain: string; subdomain: string }) =>
    callEmail(target, 'POST /v3/whitelabel/links', { json }),
  );
}

export function useMakeDefaultLink(target: EmailTarget) {
  return useChange([linkDomainsKey(target)], (id: string) =>
    callEmail(target, 'PATCH /v3/whitelabel/links/{id}', { params: { id }, json: { default: true } }),
  );
}

/** Sent with `keepalive`. */
export function deleteLinkDomain(target: EmailTarget, id: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/whitelabel/links/{id}', { params: { id }, keepalive: true });
}

export function useCheckLinkDomain(target: EmailTarget, id: string) {
  return useChange([linkDomainsKey(target)], (_: undefined) =>
    callEmail(target, 'POST /v3/whitelabel/links/{id}/validate', { params: { id } }),
  );
}
