/** Removing an event webhook, with a way back. */

import type { QueryClient } from '@tanstack/react-query';
import type { EventWebhook } from '#api/email/event-webhooks.ts';
import { deleteEventWebhook, eventWebhooksKey } from '../../../client/email/event-webhooks.ts';
import type { Standing } from '../../../client/email/standing.ts';
import { wordsOf } from '../../../words/use-words.ts';
import { removeWithUndo } from '../remove-with-undo.ts';

export const removalKey = (id: string) => `remove event webhook ${id}`;

export function removeWebhook(cache: QueryClient, standing: Standing, webhook: EventWebhook): void {
  const t = wordsOf('email');
  const { id, friendly_name, url } = webhook;
  removeWithUndo({
    cache,
    key: removalKey(id),
    about: eventWebhooksKey(standing),
    send: () => deleteEventWebhook(standing, id),
    said: t('webhook.removed', { name: friendly_name ?? url }),
  });
}
