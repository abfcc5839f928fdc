/** Mails that came in: what became of them, those that were given up, and whether mail can come in at all. */

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { InboundChecklist, InboundMail, InboundMailPage } from '#api/email/inbound.ts';
import { paths } from '#api/paths.ts';
import { nextAddress } from '../pages.ts';
import { request } from '../request.ts';
import { useEmailChange } from './change.ts';
import { standingHeaders } from './email-request.ts';
import { parseStatsKey } from './parse.ts';
import { type Standing, standingKey } from './standing.ts';
import { anyUnderWay, lookOftenMs } from './under-way.ts';

const about = 'inbound';
const pollMs = 5_000;

export type InboundStatus = InboundMail['status'];

/**
 * Newest first, page by page; looked at again every 5 s, more often while one is on its way. All where no status is
 * given. A mail that was not there before has the statistics read again.
 */
export function useInboundMails(standing: Standing, status: InboundStatus | undefined) {
  const cache = useQueryClient();
  const mails = useInfiniteQuery({
    queryKey: [...standingKey(standing), about, status ?? ''],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      request<InboundMailPage>(pageParam ?? paths.inboundMails, {
        signal,
        headers: standingHeaders(standing),
        ...(pageParam === null && { query: { Region: standing.region, Status: status, PageSize: 20 } }),
      }),
    getNextPageParam: ({ meta }) => nextAddress(meta),
    refetchInterval: ({ state }) =>
      anyUnderWay(state.data?.pages[0]?.mails, state.dataUpdatedAt) ? lookOftenMs : pollMs,
  });
  const newest = mails.data && (mails.data.pages[0]?.mails[0]?.id ?? null);
  const known = useRef(newest);
  const { region, actingFor } = standing;
  useEffect(() => {
    const isNews = known.current !== undefined && newest !== known.current;
    known.current = newest;
    if (isNews) void cache.invalidateQueries({ queryKey: parseStatsKey({ region, actingFor }) });
  }, [cache, newest, region, actingFor]);
  return mails;
}

/**
 * Whether mail to a host name can come in. Asked only when wanted, as the server looks the name up, and again while one of
 * its last mails is on its way.
 */
export function useInboundChecklist(standing: Standing, hostname: string) {
  return useQuery({
    queryKey: [...standingKey(standing), about, 'checklist', hostname],
    queryFn: ({ signal }) =>
      request<InboundChecklist>(paths.inboundChecklist, {
        signal,
        headers: standingHeaders(standing),
        query: { hostname, Region: standing.region },
      }),
    refetchInterval: ({ state }) =>
      anyUnderWay(state.data?.recent_mails, state.dataUpdatedAt) ? lookOftenMs : false,
  });
}

/** Posts a test mail to the URL of a host name. */
export function useTryInbound(standing: Standing) {
  return useEmailChange(standing, about, (hostname: string) =>
    request<InboundMail>(paths.inboundChecklist, {
      form: { hostname, Region: standing.region },
      headers: standingHeaders(standing),
    }),
  );
}

/** Sends a mail anew that was given up, or throws it away. */
export function useUpdateInbound(standing: Standing) {
  return useEmailChange(standing, about, ({ id, Action }: { id: string; Action: 'replay' | 'discard' }) =>
    request<InboundMail>(paths.inboundMail(id), { form: { Action }, headers: standingHeaders(standing) }),
  );
}

/** Sends all mails anew that were given up; the answer says how many. */
export function useReplayInbound(standing: Standing) {
  return useEmailChange(standing, about, () =>
    request<{ mails: number }>(paths.inboundReplay, {
      form: { Region: standing.region },
      headers: standingHeaders(standing),
    }),
  );
}
