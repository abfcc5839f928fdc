/** Received emails with their status, resending and discarding, and the checks of a host name. */

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { InboundEmail } from '#api/email/inbound.ts';
import { pagesOf } from '../paging.ts';
import { useChange } from '../use-change.ts';
import { callEmail, targetHeaders } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';
import { parseStatsKey } from './inbound-parse.ts';
import { fastPollMs, hasEmailBeingPosted } from './inbound-polling.ts';

const inboundKey = (target: EmailTarget) => [...emailTargetKey(target), 'inbound'];
const pollMs = 5_000;

export type InboundStatus = InboundEmail['status'];

/**
 * Newest first, in pages; polled every 5 s, more often while one is being posted. All statuses where none is
 * given. A new email invalidates the statistics.
 */
export function useInboundEmails(target: EmailTarget, status: InboundStatus | undefined) {
  const cache = useQueryClient();
  const mails = useInfiniteQuery({
    ...pagesOf('GET /v1/Mail/Inbound', [...inboundKey(target), status ?? ''], {
      headers: targetHeaders(target),
      query: { Region: target.region, Status: status, PageSize: 20 },
    }),
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
 * Whether a host name can receive email. Loaded on demand, as the server makes DNS queries for it, and polled while one
 * of its recent emails is being posted.
 */
export function useInboundChecklist(target: EmailTarget, hostname: string) {
  return useQuery({
    queryKey: [...inboundKey(target), 'checklist', hostname],
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v1/Mail/Inbound/Checklist', {
        query: { hostname, Region: target.region },
        signal,
      }),
    refetchInterval: ({ state }) =>
      hasEmailBeingPosted(state.data?.recent_mails, state.dataUpdatedAt) ? fastPollMs : false,
  });
}

/** Posts a test email to the URL of a host name. */
export function useSendTestEmail(target: EmailTarget) {
  return useChange([inboundKey(target)], (hostname: string) =>
    callEmail(target, 'POST /v1/Mail/Inbound/Checklist', { form: { hostname, Region: target.region } }),
  );
}

/** Resends or discards a failed email. */
export function useInboundEmailAction(target: EmailTarget) {
  return useChange([inboundKey(target)], ({ id, Action }: { id: string; Action: 'replay' | 'discard' }) =>
    callEmail(target, 'POST /v1/Mail/Inbound/{Id}', { params: { Id: id }, form: { Action } }),
  );
}

/** Resends all failed emails; the response has their number. */
export function useResendAllInbound(target: EmailTarget) {
  return useChange([inboundKey(target)], () =>
    callEmail(target, 'POST /v1/Mail/Inbound/Replay', { form: { Region: target.region } }),
  );
}
