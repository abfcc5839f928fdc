/** What a webhook is called: its name, or where it posts to. */

import type { EventWebhook } from '#api/email/event-webhooks.ts';

export function webhookName({ friendly_name, url }: EventWebhook): string {
  return friendly_name ?? new URL(url).host;
}
