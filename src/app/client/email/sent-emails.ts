/** Sent emails: the list, and one email with its content, events and posts. */

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OutboundEmail } from '#api/email/outbound.ts';
import { paths } from '#api/paths.ts';
import { pagesOf } from '../paging.ts';
import { useChange } from '../use-change.ts';
import { callEmail, targetHeaders } from './email-request.ts';
import { type EmailTarget, emailTargetKey, onBehalfOf } from './email-target.ts';

const pollMs = 5_000;

export type SentEmailStatus = OutboundEmail['status'];

/** All that are given must hold. Days are YYYY-MM-DD, both included. */
export type SentEmailFilter = {
  q?: string | undefined;
  status?: SentEmailStatus | undefined;
  template?: string | undefined;
  category?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const sentKey = (target: EmailTarget) => [...emailTargetKey(target), 'outbound'];
const emailKey = (target: EmailTarget, sid: string) => [...emailTargetKey(target), 'outbound-mail', sid];

/** Newest first, in pages; polled every 5 s. */
export function useSentEmails(target: EmailTarget, filter: SentEmailFilter) {
  const { q, status, template, category } = filter;
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Mail/Outbound', [...sentKey(target), filter], {
      headers: targetHeaders(target),
      query: {
        ...{ Region: target.region, Status: status, Template: template, Category: category, PageSize: 50 },
        ...daysQuery(filter),
        ...(q !== undefined && (isMessageId(q) ? { MessageId: q } : { Search: q })),
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

/** An `X-Message-Id`, an `sg_message_id` or a Message-ID header. */
export function isMessageId(text: string): boolean {
  return /^\s*<?[\w-]{22}(\.\d{1,4})?(@[^\s>]*)?>?\s*$/.test(text);
}

/** The days as the times between which the API looks, in the time zone of the browser. */
export function daysQuery({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const startOf = (day: string, daysLater = 0) => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return new Date(year, month - 1, date + daysLater).toISOString();
  };
  return {
    ...(from !== undefined && { DateFrom: startOf(from) }),
    ...(to !== undefined && { DateTo: startOf(to, 1) }),
  };
}

/** One email with its events and their posts. */
export function useSentEmail(target: EmailTarget, sid: string) {
  return useQuery({
    queryKey: emailKey(target, sid),
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v1/Mail/Outbound/{Sid}', { params: { Sid: sid }, signal }),
    refetchInterval: pollMs,
  });
}

/** Sends an email again, as a new one, or posts its events again. */
export function useSentEmailAction(target: EmailTarget, sid: string) {
  return useChange([sentKey(target), emailKey(target, sid)], (Action: 'send' | 'post_events') =>
    callEmail(target, 'POST /v1/Mail/Outbound/{Sid}', { params: { Sid: sid }, form: { Action } }),
  );
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
