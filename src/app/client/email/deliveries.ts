/** What became of posts to event webhooks, and having events posted again. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { MailDeliveryPage, MailEventLane } from '#api/email/deliveries.ts';
import { paths } from '#api/paths.ts';
import { nextAddress } from '../pages.ts';
import { request } from '../request.ts';
import { useEmailChange } from './change.ts';
import { standingHeaders } from './email-request.ts';
import { type Standing, standingKey } from './standing.ts';

const about = 'deliveries';
const pollMs = 5_000;

/** How many are asked for at once. */
const pageSize = 20;

/** Newest first, page by page; looked at again every 5 s. `failed` leaves out what was taken. */
export function useDeliveries(standing: Standing, webhook: string, failed: boolean) {
  return useInfiniteQuery({
    queryKey: [...standingKey(standing), about, webhook, failed],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      request<MailDeliveryPage>(pageParam ?? paths.mailDeliveries, {
        signal,
        headers: standingHeaders(standing),
        ...(pageParam === null && {
          query: { WebhookId: webhook, PageSize: pageSize, ...(failed && { Failed: 'true' }) },
        }),
      }),
    getNextPageParam: ({ meta }) => nextAddress(meta),
    refetchInterval: pollMs,
  });
}

/** What waits for a webhook, and when it is tried next. */
export function useEventLane(standing: Standing, webhook: string) {
  return useQuery({
    queryKey: [...standingKey(standing), about, 'lane', webhook],
    queryFn: ({ signal }) =>
      request<MailEventLane>(paths.mailEventLane(webhook), { signal, headers: standingHeaders(standing) }),
    refetchInterval: pollMs,
  });
}

/** The answer says how many events are on their way again. */
export function useReplayDelivery(standing: Standing) {
  return useEmailChange(standing, about, (id: string) =>
    request<{ events: number }>(paths.mailDeliveryReplay(id), {
      method: 'POST',
      headers: standingHeaders(standing),
    }),
  );
}

/** `since` is epoch ms. */
export function useRecoverEvents(standing: Standing) {
  return useEmailChange(standing, about, ({ webhook, since }: { webhook: string; since: number }) =>
    request<{ events: number }>(paths.mailEventRecovery(webhook), {
      form: { Since: new Date(since).toISOString() },
      headers: standingHeaders(standing),
    }),
  );
}
