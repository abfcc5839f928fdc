/** The event webhooks of the account: queries and mutations. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EventWebhookChange,
  EventWebhookList,
  NewEventWebhook,
  TestEvent,
} from '#api/email/event-webhooks.ts';
import { accountStatusKind } from '#api/email/event-webhooks.ts';
import { useChange } from '../use-change.ts';
import { deliveriesKey } from './deliveries.ts';
import { callEmail } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

const query = { include: accountStatusKind };
export const eventWebhooksKey = (target: EmailTarget) => [...emailTargetKey(target), 'event-webhooks'];

/** Oldest first, with how many there can be. */
export function useEventWebhooks(target: EmailTarget) {
  return useQuery({
    queryKey: eventWebhooksKey(target),
    queryFn: ({ signal }) => callEmail(target, 'GET /v3/user/webhooks/event/settings/all', { query, signal }),
  });
}

export function useCreateEventWebhook(target: EmailTarget) {
  return useChange([eventWebhooksKey(target)], (json: NewEventWebhook) =>
    callEmail(target, 'POST /v3/user/webhooks/event/settings', { json, query }),
  );
}

/** Fields left out stay as they are. An optimistic update, rolled back when the request fails. */
export function useUpdateEventWebhook(target: EmailTarget) {
  const cache = useQueryClient();
  return useChange(
    [eventWebhooksKey(target)],
    async ({ id, ...json }: EventWebhookChange & { id: string }) => {
      const { oauth_client_secret: _, oauth_client_id: __, oauth_token_url: ___, url: ____, ...shown } = json;
      await cache.cancelQueries({ queryKey: eventWebhooksKey(target) });
      cache.setQueryData<EventWebhookList>(
        eventWebhooksKey(target),
        (list) => list && withChange(list, id, shown),
      );
      return callEmail(target, 'PATCH /v3/user/webhooks/event/settings/{id}', {
        params: { id },
        json,
        query,
      });
    },
  );
}

function withChange(
  list: EventWebhookList,
  id: string,
  change: Omit<EventWebhookChange, 'url'>,
): EventWebhookList {
  const known = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return {
    ...list,
    webhooks: list.webhooks.map((each) => (each.id === id ? { ...each, ...known } : each)),
  };
}

export function useSetSignature(target: EmailTarget) {
  return useChange([eventWebhooksKey(target)], ({ id, enabled }: { id: string; enabled: boolean }) =>
    callEmail(target, 'PATCH /v3/user/webhooks/event/settings/signed/{id}', {
      params: { id },
      json: { enabled },
    }),
  );
}

/** Sends a test event; its result appears in the deliveries. */
export function useSendTestEvent(target: EmailTarget) {
  return useChange([deliveriesKey(target)], (json: TestEvent) =>
    callEmail(target, 'POST /v3/user/webhooks/event/test', { json }),
  );
}

/** Deletes a webhook. Sent with `keepalive`. */
export function deleteEventWebhook(target: EmailTarget, id: string): Promise<void> {
  return callEmail(target, 'DELETE /v3/user/webhooks/event/settings/{id}', {
    params: { id },
    keepalive: true,
  });
}
