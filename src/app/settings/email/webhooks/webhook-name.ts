/** What webhooks are called where one is chosen: each differently. */

import type { EventWebhook } from '#api/email/event-webhooks.ts';

type NamedWebhook = Pick<EventWebhook, 'id' | 'friendly_name' | 'url'>;

/**
 * The text for each webhook, by its id: its name, or the host that it posts to; with as much of the URL as distinguishes it
 * from the others. A URL belongs to one webhook.
 */
export function webhookNames(webhooks: readonly NamedWebhook[]): ReadonlyMap<string, string> {
  return new Map(
    webhooks.map((webhook) => {
      const others = webhooks.filter(({ id }) => id !== webhook.id);
      const distinct = forms.find((form) => others.every((other) => form(other) !== form(webhook)));
      return [webhook.id, (distinct ?? withUrl)(webhook)];
    }),
  );
}

const hostOf = ({ url }: NamedWebhook) => URL.parse(url)?.host ?? url;
const nameOf = (webhook: NamedWebhook) => webhook.friendly_name?.trim() || hostOf(webhook);

const withHost = (webhook: NamedWebhook) => {
  const name = webhook.friendly_name?.trim() ?? '';
  const pathname = URL.parse(webhook.url)?.pathname ?? '';
  return name === '' ? `${hostOf(webhook)}${pathname}` : `${name} · ${hostOf(webhook)}`;
};

const withUrl = ({ friendly_name, url }: NamedWebhook) => {
  const name = friendly_name?.trim() ?? '';
  return name === '' ? url : `${name} · ${url}`;
};

/** The shortest first. */
const forms = [nameOf, withHost, withUrl];
