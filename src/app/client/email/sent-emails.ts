/** Sent emails: the list, and one email with its content and events. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OutboundEmail } from '#api/email/outbound.ts';
import { paths } from '#api/paths.ts';
import { pagesOf } from '../paging.ts';
import { callEmail, targetHeaders } from './email-request.ts';
import { type EmailTarget, emailTargetKey, onBehalfOf } from './email-target.ts';

const pollMs = 5_000;

export type SentEmailStatus = OutboundEmail['status'];

/** Newest first, in pages; polled every 5 s. All statuses where none is given. */
export function useSentEmails(target: EmailTarget, status: SentEmailStatus | undefined) {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Mail/Outbound', [...emailTargetKey(target), 'outbound', status ?? ''], {
      headers: targetHeaders(target),
      query: { Region: target.region, Status: status, PageSize: 50 },
    }),
    refetchInterval: pollMs,
  });
}

/** One email with its events. */
export function useSentEmail(target: EmailTarget, sid: string) {
  return useQuery({
    queryKey: [...emailTargetKey(target), 'outbound-mail', sid],
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v1/Mail/Outbound/{Sid}', { params: { Sid: sid }, signal }),
    refetchInterval: pollMs,
  });
}

/** The URL of the HTML of an email, for an iframe; the account is in the query, as iframes send no headers. */
export function emailHtmlUrl(target: EmailTarget, sid: string): string {
  return withTarget(target, paths.outboundEmailHtml(sid));
}

/** The URL of the MIME source of an email. */
export function emailSourceUrl(target: EmailTarget, sid: string): string {
  return withTarget(target, paths.outboundEmailSource(sid));
}

function withTarget({ actingAs }: EmailTarget, path: string): string {
  return actingAs === null ? path : `${path}?${new URLSearchParams({ OnBehalfOf: onBehalfOf(actingAs) })}`;
}
