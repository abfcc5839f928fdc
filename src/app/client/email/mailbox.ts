/** Mail that went out: listed, and as its recipients see it. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OutboundMail, OutboundMailPage, OutboundMailView } from '#api/email/outbound.ts';
import { paths } from '#api/paths.ts';
import { nextAddress } from '../pages.ts';
import { request } from '../request.ts';
import { standingHeaders } from './email-request.ts';
import { onBehalfOf, type Standing, standingKey } from './standing.ts';

const pollMs = 5_000;

export type MailStatus = OutboundMail['status'];

/** Newest first, page by page; looked at again every 5 s. All where no status is given. */
export function useOutboundMails(standing: Standing, status: MailStatus | undefined) {
  return useInfiniteQuery({
    queryKey: [...standingKey(standing), 'outbound', status ?? ''],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      request<OutboundMailPage>(pageParam ?? paths.outboundMails, {
        signal,
        headers: standingHeaders(standing),
        ...(pageParam === null && { query: { Region: standing.region, Status: status, PageSize: 50 } }),
      }),
    getNextPageParam: ({ meta }) => nextAddress(meta),
    refetchInterval: pollMs,
  });
}

/** One mail, with what was told of it so far. */
export function useOutboundMail(standing: Standing, sid: string) {
  return useQuery({
    queryKey: [...standingKey(standing), 'outbound-mail', sid],
    queryFn: ({ signal }) =>
      request<OutboundMailView>(paths.outboundMail(sid), { signal, headers: standingHeaders(standing) }),
    refetchInterval: pollMs,
  });
}

/** The address of a mail as a page, for a frame; a frame sends no headers. */
export function mailPageAddress(standing: Standing, sid: string): string {
  return withStanding(standing, paths.outboundMailHtml(sid));
}

/** The address of a mail as a file. */
export function mailSourceAddress(standing: Standing, sid: string): string {
  return withStanding(standing, paths.outboundMailSource(sid));
}

function withStanding({ actingFor }: Standing, path: string): string {
  return actingFor === null ? path : `${path}?${new URLSearchParams({ OnBehalfOf: onBehalfOf(actingFor) })}`;
}
