/** Addresses that proved themselves by a link, and the rule that only known senders may send. */

import { useQuery } from '@tanstack/react-query';
import type { NewVerifiedSender } from '#api/email/verified-senders.ts';
import { useChange } from '../use-change.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

export const verifiedSendersKey = (target: EmailTarget) => [...emailTargetKey(target), 'verified-senders'];
const ruleKey = (target: EmailTarget) => [...emailTargetKey(target), 'sender-rule'];

export function useVerifiedSenders(target: EmailTarget) {
  return useQuery({
    queryKey: verifiedSendersKey(target),
    queryFn: ({ signal }) => callEmail(target, 'GET /v3/verified_senders', { signal }),
  });
}

export function useCreateVerifiedSender(target: EmailTarget) {
  return useChange([verifiedSendersKey(target)], (json: NewVerifiedSender) =>
    callEmail(target, 'POST /v3/verified_senders', { json }),
  );
}

export function useResendVerifiedSender(target: EmailTarget) {
  return useChange([verifiedSendersKey(target)], (id: string) =>
    callEmail(target, 'POST /v3/verified_senders/resend/{id}', { params: { id } }),
  );
}

/** Sent with `keepalive`. */
export function deleteVerifiedSender(target: EmailTarget, id: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/verified_senders/{id}', { params: { id }, keepalive: true });
}

export function useSenderRule(target: EmailTarget) {
  return useQuery({
    queryKey: ruleKey(target),
    queryFn: ({ signal }) => callEmail(target, 'GET /v3/verified_senders/rule', { signal }),
  });
}

export function useChangeSenderRule(target: EmailTarget) {
  return useChange([ruleKey(target)], (known_only: boolean) =>
    callEmail(target, 'PATCH /v3/verified_senders/rule', { json: { known_only } }),
  );
}
