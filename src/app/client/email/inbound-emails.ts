/** Received emails with their status, resending and discarding, and the checks of a host name. */

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { InboundEmail } from '#api/email/inbound.ts';
import { pagesOf } from '../paging.ts';
import { useChange } from '../use-change.ts';
import { callEmail, targetHeaders } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';
import { parseStatsKey } from './inbound-parse.ts';
import { daysQuery } from './sent-emails.ts';

/** How long after an email has been received to poll fast, and how often, in ms. */
const recentMs = 60_000;
const fastPollMs = 1_500;

/**
 * Whether to poll fast because a received email is about to be posted. `asOf` is when the emails were loaded, epoch ms.
 * One that waits longer is being retried, which can take days.
 */
export function hasEmailBeingPosted(
  mails: readonly Pick<InboundEmail, 'status' | 'date_received'>[] | undefined,
  asOf: number,
): boolean {
  return (mails ?? []).some(
    ({ status, date_received }) => status === 'waiting' && asOf - Date.parse(date_received) < recentMs,
  );
}

const inboundKey = (target: EmailTarget) => [...emailTargetKey(target), 'inbound'];
const pollMs = 5_000;

export type InboundStatus = InboundEmail['status'];

/** All that are given must hold. Days are YYYY-MM-DD, both included. */
export type InboundFilter = {
  q?: string | undefined;
  status?: InboundStatus | undefined;
  hostname?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/**
 * Newest first, in pages; polled every 5 s, more often while one is being posted. A new email invalidates the
 * statistics.
 */
export function useInboundEmails(target: EmailTarget, filter: InboundFilter) {
  const cache = useQueryClient();
  const mails = useInfiniteQuery({
    ...pagesOf('GET /v1/Mail/Inbound', [...inboundKey(target), filter], {
      headers: targetHeaders(target),
      query: {
        ...{ Region: target.region, Status: filter.status, PageSize: 20 },
        ...daysQuery(filter),
        ...(filter.hostname !== undefined && { Hostname: filter.hostname }),
        ...(filter.q !== undefined && { Search: filter.q }),
      },
    }),
    placeholderData: keepPreviousData,
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

/** One email and the attempts at posting it, polled while it is being posted. */
export function useInboundEmail(target: EmailTarget, id: string) {
  return useQuery({
    queryKey: [...inboundKey(target), 'mail', id],
    queryFn: async ({ signal }) => {
      const one = { params: { Id: id }, signal };
      const mail = await callEmail(target, 'GET /v1/Mail/Inbound/{Id}', one);
      const { attempts } = await callEmail(target, 'GET /v1/Mail/Inbound/{Id}/Attempts', one);
      return { mail, attempts };
    },
    refetchInterval: ({ state }) =>
      hasEmailBeingPosted(state.data && [state.data.mail], state.dataUpdatedAt) ? fastPollMs : pollMs,
  });
}

/** Posts a test email to the URL of a host name. */
export function useSendTestEmail(target: EmailTarget) {
  return useChange([inboundKey(target)], (hostname: string) =>
    callEmail(target, 'POST /v1/Mail/Inbound/Checklist', { form: { hostname, Region: target.region } }),
  );
}

/** Posts an email again, or discards a failed one. */
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
