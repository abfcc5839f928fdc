/** Deletion of an event webhook, with undo. */

import type { QueryClient } from '@tanstack/react-query';
import type { EventWebhook } from '#api/email/event-webhooks.ts';
import type { EmailTarget } from '../../../client/email/email-target.ts';
import { deleteEventWebhook, eventWebhooksKey } from '../../../client/email/event-webhooks.ts';
import { wordsOf } from '../../../words/use-words.ts';
import { removeWithUndo } from '../remove-with-undo.ts';

export const removalKey = (id: string) => `remove event webhook ${id}`;

export function removeWebhook(cache: QueryClient, target: EmailTarget, webhook: EventWebhook): void {
  const t = wordsOf('email');
  const { id, friendly_name, url } = webhook;
  removeWithUndo({
    cache,
    key: removalKey(id),
    invalidates: eventWebhooksKey(target),
    send: () => deleteEventWebhook(target, id),
    message: t('deleting', { name: friendly_name ?? url }),
  });
}
