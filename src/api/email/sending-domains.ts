/** Sending domains: whose name sent email carries, with the DNS records that prove it. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf, resource } from '../operation/operation.ts';

/** Of an account in a region. */
export const maxSendingDomains = 100;

const domainRecords = ['dkim1', 'dkim2', 'mail_server', 'subdomain_spf', 'domain_spf', 'dmarc'] as const;

export type DomainRecordName = (typeof domainRecords)[number];

/** What is wrong with a record; `unknown` where DNS did not respond. */
const domainRecordProblems = [
  'missing',
  'several',
  'cut_off',
  'other_key',
  'revoked',
  'not_this_server',
  'no_mail',
  'everybody',
  'no_policy',
  'no_host',
  'unknown',
] as const;

export type DomainRecordProblem = (typeof domainRecordProblems)[number];

export const hostLabel = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';

export const newSendingDomainSchema = Type.Object({
  domain: Type.String({ minLength: 3, maxLength: 220, description: 'The domain of the senders.' }),
  subdomain: Type.Optional(
    Type.String({
      maxLength: 63,
      pattern: `^${hostLabel}$`,
      description: 'What the return path has before the domain; `bounce` where it is left out.',
    }),
  ),
  username: Type.Optional(Type.String()),
  ips: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: 'Without effect.' })),
  custom_spf: Type.Optional(Type.Boolean()),
  default: Type.Optional(
    Type.Boolean({ description: 'Whether it signs for senders of which there is no sending domain.' }),
  ),
  automatic_security: Type.Optional(
    Type.Boolean({ description: 'Always false in responses: the records are published by you.' }),
  ),
  custom_dkim_selector: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9]{1,3}$',
      description: 'What the two selectors have before their number; `pb` where it is left out.',
    }),
  ),
});
export type NewSendingDomain = Static<typeof newSendingDomainSchema>;

export const sendingDomainChangeSchema = Type.Object({
  default: Type.Optional(Type.Boolean()),
  custom_spf: Type.Optional(Type.Boolean()),
  warm_up: Type.Optional(
    Type.Boolean({
      description: 'Begins a warm-up with its first day, or ends it. One that goes on stays as it is.',
    }),
  ),
});
export type SendingDomainChange = Static<typeof sendingDomainChangeSchema>;

/** Also of a link domain. */
export const domainRecordSchema = resource('SendingDomainRecord', {
  valid: Type.Boolean(),
  type: oneOf(['txt', 'mx', 'cname']),
  host: Type.String(),
  data: Type.String({ description: 'What the record should say.' }),
  problem: nullable(oneOf(domainRecordProblems)),
  reason: nullable(Type.String({ description: 'The problem in a sentence.' })),
  found: Type.Array(Type.String({ description: 'What DNS said instead.' })),
  lost_at: nullable(
    Type.Integer({ description: 'Unix seconds since when it is gone, where it was there before.' }),
  ),
});
export type DomainRecord = Static<typeof domainRecordSchema>;

const dkimKeySchema = resource('DkimKey', {
  selector: Type.String(),
  state: oneOf(['signing', 'next', 'retired']),
  created_at: Type.Integer({ description: 'Unix seconds, as the others.' }),
  signing_since: nullable(Type.Integer()),
  retired_at: nullable(Type.Integer()),
});
export type DkimKey = Static<typeof dkimKeySchema>;

const warmUpSchema = resource('WarmUp', {
  day: Type.Integer({ description: 'From 1; days are those of UTC.' }),
  days: Type.Integer({ description: 'How many there are.' }),
  ceiling: Type.Integer({ description: 'Emails that are sent on this day; others wait for the next.' }),
  sent: Type.Integer({ description: 'Emails that were sent on this day.' }),
});
export type WarmUp = Static<typeof warmUpSchema>;

export const sendingDomainSchema = resource('SendingDomain', {
  id: Type.Integer(),
  user_id: Type.Integer(),
  subdomain: Type.String(),
  domain: Type.String(),
  username: Type.String(),
  ips: Type.Array(Type.String()),
  custom_spf: Type.Boolean(),
  default: Type.Boolean(),
  legacy: Type.Boolean(),
  automatic_security: Type.Boolean(),
  valid: Type.Boolean({
    description: 'Whether the records of the signing key and of the return path were found.',
  }),
  signs: Type.Boolean({ description: 'Whether email of the domain is signed.' }),
  returns: Type.Boolean({ description: 'Whether its bounces come back here.' }),
  checked_at: nullable(Type.Integer({ description: 'Unix seconds of the last check.' })),
  warm_up: nullable(warmUpSchema),
  keys: Type.Array(dkimKeySchema),
  dns: Type.Object(
    Object.fromEntries(domainRecords.map((name) => [name, domainRecordSchema])) as Record<
      DomainRecordName,
      typeof domainRecordSchema
    >,
  ),
});
export type SendingDomain = Static<typeof sendingDomainSchema>;

export const recordCheckSchema = resource('SendingDomainRecordCheck', {
  valid: Type.Boolean(),
  reason: nullable(Type.String()),
});

export const domainValidationSchema = resource('SendingDomainCheck', {
  id: Type.Integer(),
  valid: Type.Boolean(),
  validation_results: Type.Object(
    Object.fromEntries(domainRecords.map((name) => [name, recordCheckSchema])) as Record<
      DomainRecordName,
      typeof recordCheckSchema
    >,
  ),
});
export type DomainValidation = Static<typeof domainValidationSchema>;
