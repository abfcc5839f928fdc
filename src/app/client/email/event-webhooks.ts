/** The event webhooks of the account: read, made, changed, signed, tried and removed. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  EventWebhook,
  EventWebhookChange,
  EventWebhookList,
  NewEventWebhook,
  Signature,
  TestEvent,
} from '#api/email/event-webhooks.ts';
import { statusKind } from '#api/email/event-webhooks.ts';
import { emailPaths } from '#api/email/paths.ts';
import { useEmailChange } from './change.ts';
import { emailRequest } from './email-request.ts';
import { type Standing, standingKey } from './standing.ts';

const about = 'event-webhooks';
const query = { include: statusKind };
const keyOf = (standing: Standing) => [...standingKey(standing), about];

/** Oldest first, with how many there can be. */
export function useEventWebhooks(standing: Standing) {
  return useQuery({
    queryKey: keyOf(standing),
    queryFn: ({ signal }) =>
      emailRequest<EventWebhookList>(standing, emailPaths.allEventWebhooks, { query, signal }),
  });
}

export function useCreateEventWebhook(standing: Standing) {
  return useEmailChange(standing, about, (json: NewEventWebhook) =>
    emailRequest<EventWebhook>(standing, emailPaths.eventWebhooks, { json, query }),
  );
}

/** What is left out of the change stays. The page shows it before it is answered, and takes it back when it is refused. */
export function useChangeEventWebhook(standing: Standing) {
  const cache = useQueryClient();
  return useEmailChange(standing, about, async ({ id, ...json }: EventWebhookChange & { id: string }) => {
    const { oauth_client_secret: _, oauth_client_id: __, oauth_token_url: ___, url: ____, ...shown } = json;
    await cache.cancelQueries({ queryKey: keyOf(standing) });
    cache.setQueryData<EventWebhookList>(keyOf(standing), (list) => list && withChange(list, id, shown));
    return emailRequest<EventWebhook>(standing, emailPaths.eventWebhook(id), {
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

export function useSwitchSignature(standing: Standing) {
  return useEmailChange(standing, about, ({ id, enabled }: { id: string; enabled: boolean }) =>
    emailRequest<Signature>(standing, emailPaths.signedEventWebhook(id), {
      method: 'PATCH',
      json: { enabled },
    }),
  );
}

/** Orders one made-up event; that it arrived is told by the deliveries. */
export function useSendTestEvent(standing: Standing) {
  return useEmailChange(standing, 'deliveries', (json: TestEvent) =>
    emailRequest<void>(standing, emailPaths.testEvent, { json }),
  );
}

/** Removes a webhook; it outlives the page. */
export function deleteEventWebhook(standing: Standing, id: string): Promise<void> {
  return emailRequest(standing, emailPaths.eventWebhook(id), { method: 'DELETE', keepalive: true });
}

export const eventWebhooksKey = keyOf;
