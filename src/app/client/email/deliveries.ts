/** Deliveries to event webhooks, and resending of events. */

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callPage } from '../api.ts';
import { nextPagePath } from '../paging.ts';
import { useEmailMutation } from './email-mutation.ts';
import { callEmail, targetHeaders } from './email-request.ts';
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
      callPage('GET /v1/Mail/Deliveries', pageParam, {
        signal,
        headers: targetHeaders(target),
        query: { WebhookId: webhook, PageSize: pageSize, ...(failed && { Failed: true }) },
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
      callEmail(target, 'GET /v1/Mail/Deliveries/Webhooks/{WebhookId}', {
        params: { WebhookId: webhook },
        signal,
      }),
    refetchInterval: pollMs,
  });
}

/** Resends the events of a delivery; the response has their number. */
export function useResendDelivery(target: EmailTarget) {
  return useEmailMutation(target, resource, (id: string) =>
    callEmail(target, 'POST /v1/Mail/Deliveries/{Id}/Replay', { params: { Id: id } }),
  );
}

/** `since` is epoch ms. */
export function useResendEvents(target: EmailTarget) {
  return useEmailMutation(target, resource, ({ webhook, since }: { webhook: string; since: number }) =>
    callEmail(target, 'POST /v1/Mail/Deliveries/Webhooks/{WebhookId}/Recover', {
      params: { WebhookId: webhook },
      form: { Since: new Date(since).toISOString() },
    }),
  );
}
