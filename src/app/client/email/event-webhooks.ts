/** The event webhooks of the account: queries and mutations. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EventWebhook,
  EventWebhookChange,
  EventWebhookList,
  NewEventWebhook,
  Signature,
  TestEvent,
} from '#api/email/event-webhooks.ts';
import { accountStatusKind } from '#api/email/event-webhooks.ts';
import { emailPaths } from '#api/email/paths.ts';
import { useEmailMutation } from './email-mutation.ts';
import { emailRequest } from './email-request.ts';
import { type EmailTarget, emailTargetKey } from './email-target.ts';

const resource = 'event-webhooks';
const query = { include: accountStatusKind };
const keyOf = (target: EmailTarget) => [...emailTargetKey(target), resource];

/** Oldest first, with how many there can be. */
export function useEventWebhooks(target: EmailTarget) {
  return useQuery({
    queryKey: keyOf(target),
    queryFn: ({ signal }) =>
      emailRequest<EventWebhookList>(target, emailPaths.allEventWebhooks, { query, signal }),
  });
}

export function useCreateEventWebhook(target: EmailTarget) {
  return useEmailMutation(target, resource, (json: NewEventWebhook) =>
    emailRequest<EventWebhook>(target, emailPaths.eventWebhooks, { json, query }),
  );
}

/** Fields left out stay as they are. An optimistic update, rolled back when the request fails. */
export function useUpdateEventWebhook(target: EmailTarget) {
  const cache = useQueryClient();
  return useEmailMutation(target, resource, async ({ id, ...json }: EventWebhookChange & { id: string }) => {
    const { oauth_client_secret: _, oauth_client_id: __, oauth_token_url: ___, url: ____, ...shown } = json;
    await cache.cancelQueries({ queryKey: keyOf(target) });
    cache.setQueryData<EventWebhookList>(keyOf(target), (list) => list && withChange(list, id, shown));
    return emailRequest<EventWebhook>(target, emailPaths.eventWebhook(id), {
      method: 'PATCH',
      json,
      query,
    });
  });
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
  return useEmailMutation(target, resource, ({ id, enabled }: { id: string; enabled: boolean }) =>
    emailRequest<Signature>(target, emailPaths.signedEventWebhook(id), {
      method: 'PATCH',
      json: { enabled },
    }),
  );
}

/** Sends a test event; its result appears in the deliveries. */
export function useSendTestEvent(target: EmailTarget) {
  return useEmailMutation(target, 'deliveries', (json: TestEvent) =>
    emailRequest<void>(target, emailPaths.testEvent, { json }),
  );
}

/** Deletes a webhook. Sent with `keepalive`. */
export function deleteEventWebhook(target: EmailTarget, id: string): Promise<void> {
  return emailRequest(target, emailPaths.eventWebhook(id), { method: 'DELETE', keepalive: true });
}

export const eventWebhooksKey = keyOf;
