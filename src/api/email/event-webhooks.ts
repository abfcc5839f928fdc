/** Event webhook settings: which events are posted, where to, and how the posts are secured. */

import { type Static, Type } from 'typebox';
import { nullable, resource } from '../operation/operation.ts';

/** The kinds that a setting of the same name turns on, in the order in which they are documented. */
export const eventKinds = [
  'processed',
  'delivered',
  'deferred',
  'bounce',
  'dropped',
  'open',
  'click',
  'spam_report',
  'unsubscribe',
  'group_unsubscribe',
  'group_resubscribe',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** Shown only with the query parameter `include`. */
export const accountStatusKind = 'account_status_change';

export type WebhookKind = EventKind | typeof accountStatusKind;

/** Maximum of event webhooks of an account in a region. */
export const maxEventWebhooks = 5;

const optionalFlag = () => Type.Optional(Type.Boolean());

const kindFlags = () =>
  Object.fromEntries(eventKinds.map((kind) => [kind, optionalFlag()])) as Record<
    EventKind,
    ReturnType<typeof optionalFlag>
  >;

const webUrl = () => Type.String({ maxLength: 2048, description: 'An http or https URL.' });

const inputFields = {
  enabled: optionalFlag(),
  friendly_name: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  ...kindFlags(),
  account_status_change: optionalFlag(),
  oauth_client_id: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  oauth_client_secret: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  oauth_token_url: Type.Optional(nullable(Type.String({ maxLength: 2048 }))),
};

export const newEventWebhookSchema = Type.Object({ url: webUrl(), ...inputFields });

/** Omitted fields keep their value, also a secret. A null or empty client id removes the OAuth client. */
export const eventWebhookChangeSchema = Type.Object({ url: Type.Optional(webUrl()), ...inputFields });

export type NewEventWebhook = Static<typeof newEventWebhookSchema>;
export type EventWebhookChange = Static<typeof eventWebhookChangeSchema>;

const flag = Type.Boolean();

export const eventWebhookSchema = resource('EventWebhook', {
  id: Type.String(),
  enabled: flag,
  url: webUrl(),
  friendly_name: nullable(Type.String()),
  processed: flag,
  delivered: flag,
  deferred: flag,
  bounce: flag,
  dropped: flag,
  open: flag,
  click: flag,
  spam_report: flag,
  unsubscribe: flag,
  group_unsubscribe: flag,
  group_resubscribe: flag,
  /** Only with `include=account_status_change`. */
  account_status_change: optionalFlag(),
  /** Only with OAuth. */
  oauth_client_id: Type.Optional(Type.String()),
  oauth_token_url: Type.Optional(Type.String()),
  /** Only with signature verification: base64 of the key's SPKI form. */
  public_key: Type.Optional(Type.String()),
  /** The same times under both names that clients read. */
  created_date: Type.String(),
  updated_date: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export type EventWebhook = Static<typeof eventWebhookSchema>;

export const eventWebhookListSchema = resource('EventWebhookList', {
  max_allowed: Type.Integer(),
  webhooks: Type.Array(eventWebhookSchema),
});

export type EventWebhookList = Static<typeof eventWebhookListSchema>;

export const signatureSwitchSchema = Type.Object({ enabled: Type.Boolean() });

/** `public_key` is empty while signature verification is off. */
export const signatureSchema = resource('EventWebhookSignature', {
  id: Type.String(),
  public_key: Type.String(),
});

export type Signature = Static<typeof signatureSchema>;

/** A sample event is posted to `url`; with the id of a webhook it is signed and authorized like its events. */
export const testEventSchema = Type.Object({
  url: webUrl(),
  id: Type.Optional(Type.String()),
  oauth_client_id: Type.Optional(nullable(Type.String())),
  oauth_client_secret: Type.Optional(nullable(Type.String())),
  oauth_token_url: Type.Optional(nullable(Type.String())),
});

export type TestEvent = Static<typeof testEventSchema>;
