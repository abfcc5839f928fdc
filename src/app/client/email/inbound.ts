/** Mails that came in: what became of them, those that were given up, and whether mail can come in at all. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InboundChecklist, InboundMail, InboundMailPage } from '#api/email/inbound.ts';
import { paths } from '#api/paths.ts';
import { nextAddress } from '../pages.ts';
import { request } from '../request.ts';
import { useEmailChange } from './change.ts';
import { standingHeaders } from './email-request.ts';
import { type Standing, standingKey } from './standing.ts';

const about = 'inbound';
const pollMs = 5_000;

export type InboundStatus = InboundMail['status'];

/** Newest first, page by page; looked at again every 5 s. All where no status is given. */
export function useInboundMails(standing: Standing, status: InboundStatus | undefined) {
  return useInfiniteQuery({
    queryKey: [...standingKey(standing), about, status ?? ''],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      request<InboundMailPage>(pageParam ?? paths.inboundMails, {
        signal,
        headers: standingHeaders(standing),
        ...(pageParam === null && { query: { Region: standing.region, Status: status, PageSize: 20 } }),
      }),
    getNextPageParam: ({ meta }) => nextAddress(meta),
    refetchInterval: pollMs,
  });
}

/** Whether mail to a host name can come in. Asked only when wanted: the server looks the name up. */
export function useInboundChecklist(standing: Standing, hostname: string) {
  return useQuery({
    queryKey: [...standingKey(standing), about, 'checklist', hostname],
    queryFn: ({ signal }) =>
      request<InboundChecklist>(paths.inboundChecklist, {
        signal,
        headers: standingHeaders(standing),
        query: { hostname, Region: standing.region },
      }),
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
