/** Suppression lists by reason, and unsubscribe groups. */

import { type Static, type TSchema, Type } from 'typebox';
import { oneOf, resource } from '../operation/operation.ts';
import type { suppressionLists } from './statuses.ts';

export type SuppressionList = (typeof suppressionLists)[number];

const created = Type.Integer({ description: 'Unix seconds.' });
const email = Type.String({ personal: 'address' });

/** An entry of any list: `reason` and `status` for bounces and blocks, `ip` for spam reports. */
export const suppressionSchema = resource('Suppression', {
  created,
  email,
  reason: Type.Optional(Type.String({ personal: 'text' })),
  status: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String({ personal: 'text' })),
});
export type Suppression = Static<typeof suppressionSchema>;

/** Deletes addresses from a list: those named, or all. */
export const suppressionRemovalSchema = Type.Object({
  delete_all: Type.Optional(Type.Boolean()),
  emails: Type.Optional(Type.Array(Type.String(), { maxItems: 100_000 })),
});

export const recipientEmailsSchema = Type.Object({
  recipient_emails: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }),
});
export type RecipientEmails = Static<typeof recipientEmailsSchema>;

/** Adds addresses to a list. */
export const globalSuppressionSchema = resource('GlobalSuppression', {
  recipient_email: Type.Optional(Type.String({ personal: 'address' })),
});

export const groupInputSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 30 }),
  description: Type.String({ maxLength: 100 }),
  is_default: Type.Optional(Type.Boolean()),
});
export type GroupInput = Static<typeof groupInputSchema>;

export const groupChangeSchema = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 30 })),
  description: Type.Optional(Type.String({ maxLength: 100 })),
  is_default: Type.Optional(Type.Boolean()),
});
export type GroupChange = Static<typeof groupChangeSchema>;

/** `unsubscribes` counts the suppressed addresses of the group. */
export const groupSchema = resource('UnsubscribeGroup', {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  is_default: Type.Boolean(),
  unsubscribes: Type.Integer(),
});
export type Group = Static<typeof groupSchema>;

export const groupSuppressionSchema = resource('GroupSuppression', {
  email,
  group_id: Type.Integer(),
  group_name: Type.String(),
  created_at: created,
});

/** All groups with whether one recipient is suppressed in them. */
export const recipientGroupsSchema = resource('RecipientGroups', {
  suppressions: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      description: Type.String(),
      is_default: Type.Boolean(),
      suppressed: Type.Boolean(),
    }),
  ),
});

/** Why an email came back, in the spelling of the operations that count it. */
export const bounceClassifications = [
  'Content',
  'Frequency or Volume Too High',
  'Invalid Address',
  'Mailbox Unavailable',
  'Reputation',
  'Technical Failure',
  'Unclassified',
] as const;
export type BounceClassificationName = (typeof bounceClassifications)[number];

const countsOfDays = <const S extends TSchema>(name: string, stats: S) =>
  resource(name, { result: Type.Array(Type.Object({ date: Type.String(), stats: Type.Array(stats) })) });

const count = Type.Integer({ minimum: 0 });
export const classificationCountsSchema = countsOfDays(
  'BounceClassificationCounts',
  Type.Object({ classification: oneOf(bounceClassifications), count }),
);
export const domainCountsSchema = countsOfDays(
  'BounceDomainCounts',
  Type.Object({ domain: Type.String({ personal: 'text' }), count }),
);

export const suppressionArraySchema = Type.Array(suppressionSchema);
export const groupListSchema = Type.Array(groupSchema);
export const groupSuppressionListSchema = Type.Array(groupSuppressionSchema);
export const recipientListSchema = Type.Array(Type.String({ personal: 'address' }));
