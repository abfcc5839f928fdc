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

/** Newest first, in pages; polled every 5 s. `failed` leaves out successful ones; `recipient` is an address that they had events of. */
export function useDeliveries(target: EmailTarget, webhook: string, failed: boolean, recipient?: string) {
  return useInfiniteQuery({
    ...pagesOf('GET /v1/Mail/Deliveries', [...deliveriesKey(target), webhook, failed, recipient], {
      headers: targetHeaders(target),
      query: {
        ...{ WebhookId: webhook, PageSize: pageSize, ...(failed && { Failed: true }) },
        ...(recipient !== undefined && { Recipient: recipient }),
      },
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

/** The events that a delivery held. They do not change, but are removed one day. */
export function useDeliveryEvents(target: EmailTarget, id: string) {
  return useQuery({
    queryKey: [...deliveriesKey(target), 'events', id],
    queryFn: ({ signal }) =>
      callEmail(target, 'GET /v1/Mail/Deliveries/{Id}/Events', { params: { Id: id }, signal }),
    staleTime: 60_000,
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
