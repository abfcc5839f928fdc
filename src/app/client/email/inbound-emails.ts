/** Mails that came in: what became of them, those that were given up, and whether mail can come in at all. */

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { InboundChecklist, InboundEmail, InboundEmailPage } from '#api/email/inbound.ts';
import { paths } from '#api/paths.ts';
import { nextPagePath } from '../paging.ts';
import { request } from '../request.ts';
import { useEmailMutation } from './email-mutation.ts';
import { targetHeaders } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';
import { parseStatsKey } from './inbound-parse.ts';
import { fastPollMs, hasEmailBeingPosted } from './inbound-polling.ts';

const resource = 'inbound';
const pollMs = 5_000;

export type InboundStatus = InboundEmail['status'];

/**
 * Newest first, page by page; looked at again every 5 s, more often while one is on its way. All where no status is
 * given. A mail that was not there before has the statistics read again.
 */
export function useInboundEmails(target: EmailTarget, status: InboundStatus | undefined) {
  const cache = useQueryClient();
  const mails = useInfiniteQuery({
    queryKey: [...emailTargetKey(target), resource, status ?? ''],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      request<InboundEmailPage>(pageParam ?? paths.inboundEmails, {
        signal,
        headers: targetHeaders(target),
        ...(pageParam === null && { query: { Region: target.region, Status: status, PageSize: 20 } }),
      }),
    getNextPageParam: ({ meta }) => nextPagePath(meta),
    refetchInterval: ({ state }) =>
      hasEmailBeingPosted(state.data?.pages[0]?.mails, state.dataUpdatedAt) ? fastPollMs : pollMs,
  });
  const newest = mails.data && (mails.data.pages[0]?.mails[0]?.id ?? null);
  const known = useRef(newest);
  const { region, actingAs } = target;
  useEffect(() => {
    const hasNewEmail = known.current !== undefined && newest !== known.current;
    known.current = newest;
    if (hasNewEmail) void cache.invalidateQueries({ queryKey: parseStatsKey({ region, actingAs }) });
  }, [cache, newest, region, actingAs]);
  return mails;
}

/**
 * Whether mail to a host name can come in. Asked only when wanted, as the server looks the name up, and again while one of
 * its last mails is on its way.
 */
export function useInboundChecklist(target: EmailTarget, hostname: string) {
  return useQuery({
    queryKey: [...emailTargetKey(target), resource, 'checklist', hostname],
    queryFn: ({ signal }) =>
      request<InboundChecklist>(paths.inboundChecklist, {
        signal,
        headers: targetHeaders(target),
        query: { hostname, Region: target.region },
      }),
    refetchInterval: ({ state }) =>
      hasEmailBeingPosted(state.data?.recent_mails, state.dataUpdatedAt) ? fastPollMs : false,
  });
}

/** Posts a test mail to the URL of a host name. */
export function useSendTestEmail(target: EmailTarget) {
  return useEmailMutation(target, resource, (hostname: string) =>
    request<InboundEmail>(paths.inboundChecklist, {
      form: { hostname, Region: target.region },
      headers: targetHeaders(target),
    }),
  );
}

/** Sends a mail anew that was given up, or throws it away. */
export function useInboundEmailAction(target: EmailTarget) {
  return useEmailMutation(target, resource, ({ id, Action }: { id: string; Action: 'replay' | 'discard' }) =>
    request<InboundEmail>(paths.inboundEmail(id), { form: { Action }, headers: targetHeaders(target) }),
  );
}

/** Sends all mails anew that were given up; the answer says how many. */
export function useResendAllInbound(target: EmailTarget) {
  return useEmailMutation(target, resource, () =>
    request<{ mails: number }>(paths.inboundReplay, {
      form: { Region: target.region },
      headers: targetHeaders(target),
    }),
  );
}
