/** Deliveries to event webhooks, and resending of events. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { EventDeliveryPage, EventQueue } from '#api/email/deliveries.ts';
import { paths } from '#api/paths.ts';
import { nextPagePath } from '../paging.ts';
import { request } from '../request.ts';
import { useEmailMutation } from './email-mutation.ts';
import { targetHeaders } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

const resource = 'deliveries';
const pollMs = 5_000;

/** Deliveries in one page. */
const pageSize = 20;

/** Newest first, in pages; polled every 5 s. `failed` leaves out successful deliveries. */
export function useDeliveries(target: EmailTarget, webhook: string, failed: boolean) {
  return useInfiniteQuery({
    queryKey: [...emailTargetKey(target), resource, webhook, failed],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      request<EventDeliveryPage>(pageParam ?? paths.eventDeliveries, {
        signal,
        headers: targetHeaders(target),
        ...(pageParam === null && {
          query: { WebhookId: webhook, PageSize: pageSize, ...(failed && { Failed: 'true' }) },
        }),
      }),
    getNextPageParam: ({ meta }) => nextPagePath(meta),
    refetchInterval: pollMs,
  });
}

/** The queue of a webhook: how many events wait, and since when deliveries fail. */
export function useDeliveryQueue(target: EmailTarget, webhook: string) {
  return useQuery({
    queryKey: [...emailTargetKey(target), resource, 'queue', webhook],
    queryFn: ({ signal }) =>
      request<EventQueue>(paths.eventQueue(webhook), { signal, headers: targetHeaders(target) }),
    refetchInterval: pollMs,
  });
}

/** Resends the events of a delivery; the response has their number. */
export function useResendDelivery(target: EmailTarget) {
  return useEmailMutation(target, resource, (id: string) =>
    request<{ events: number }>(paths.eventDeliveryReplay(id), {
      method: 'POST',
      headers: targetHeaders(target),
    }),
  );
}

/** `since` is epoch ms. */
export function useResendEvents(target: EmailTarget) {
  return useEmailMutation(target, resource, ({ webhook, since }: { webhook: string; since: number }) =>
    request<{ events: number }>(paths.eventRecovery(webhook), {
      form: { Since: new Date(since).toISOString() },
      headers: targetHeaders(target),
    }),
  );
}
