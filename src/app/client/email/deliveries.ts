/** Deliveries to event webhooks, and resending of events. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { pagesOf } from '../paging.ts';
import { useChange } from '../use-change.ts';
import { callEmail, targetHeaders } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

export const deliveriesKey = (target: EmailTarget) => [...emailTargetKey(target), 'deliveries'];
const pollMs = 5_000;

/** Deliveries in one page. */
const pageSize = 20;

/** Newest first, in pages; polled every 5 s. `failed` leaves out successful deliveries. */
export function useDeliveries(target: EmailTarget, webhook: string, failed: boolean) {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Mail/Deliveries', [...deliveriesKey(target), webhook, failed], {
      headers: targetHeaders(target),
      query: { WebhookId: webhook, PageSize: pageSize, ...(failed && { Failed: true }) },
    }),
    refetchInterval: pollMs,
  });
}

/** The queue of a webhook: how many events wait, and since when deliveries fail. */
export function useDeliveryQueue(target: EmailTarget, webhook: string) {
  return useQuery({
    queryKey: [...deliveriesKey(target), 'queue', webhook],
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v1/Mail/Deliveries/Webhooks/{WebhookId}', {
        params: { WebhookId: webhook },
        signal,
      }),
    refetchInterval: pollMs,
  });
}

/** The queues of all webhooks: which of them work. */
export function useDeliveryQueues(target: EmailTarget) {
  return useQuery({
    queryKey: [...deliveriesKey(target), 'queues'],
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v1/Mail/Deliveries/Webhooks', { query: { Region: target.region }, signal }),
    refetchInterval: pollMs,
  });
}

/** Resumes a paused webhook, or tries a failing one now. */
export function useResumeWebhook(target: EmailTarget) {
  return useChange([deliveriesKey(target)], (webhook: string) =>
    callEmail(target, 'POST /v1/Mail/Deliveries/Webhooks/{WebhookId}/Resume', {
      params: { WebhookId: webhook },
    }),
  );
}

/** Resends the events of a delivery; the response has their number. */
export function useResendDelivery(target: EmailTarget) {
  return useChange([deliveriesKey(target)], (id: string) =>
    callEmail(target, 'POST /v1/Mail/Deliveries/{Id}/Replay', { params: { Id: id } }),
  );
}

/** `since` is epoch ms. */
export function useResendEvents(target: EmailTarget) {
  return useChange([deliveriesKey(target)], ({ webhook, since }: { webhook: string; since: number }) =>
    callEmail(target, 'POST /v1/Mail/Deliveries/Webhooks/{WebhookId}/Recover', {
      params: { WebhookId: webhook },
      form: { Since: new Date(since).toISOString() },
    }),
  );
}
