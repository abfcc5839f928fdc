/** Statistics of sent emails, in all, by category and by mailbox provider. */

import { Type } from 'typebox';
import { resource } from '../operation/operation.ts';

/** By their names on the wire. `requests` counts dropped emails, `processed` does not; `blocks` are bounces for other reasons than the address. */
export const emailMetrics = [
  'blocks',
  'bounce_drops',
  'bounces',
  'clicks',
  'deferred',
  'delivered',
  'invalid_emails',
  'opens',
  'processed',
  'requests',
  'spam_report_drops',
  'spam_reports',
  'unique_clicks',
  'unique_opens',
  'unsubscribe_drops',
  'unsubscribes',
] as const;

export type EmailMetric = (typeof emailMetrics)[number];

const metrics = Type.Unsafe<Record<EmailMetric, number>>(
  Type.Object(Object.fromEntries(emailMetrics.map((name) => [name, Type.Integer({ minimum: 0 })]))),
);

export type EmailMetrics = Record<EmailMetric, number>;

const ofCategory = Type.Object({ type: Type.String(), name: Type.String(), metrics });

export const emailStatsSchema = Type.Array(
  resource('EmailStatsEntry', {
    date: Type.String({ format: 'date' }),
    stats: Type.Array(Type.Object({ metrics })),
  }),
);

export const categoryStatsSchema = Type.Array(
  resource('CategoryStatsEntry', { date: Type.String({ format: 'date' }), stats: Type.Array(ofCategory) }),
);

export const providerStatsSchema = Type.Array(
  resource('ProviderStatsEntry', { date: Type.String({ format: 'date' }), stats: Type.Array(ofCategory) }),
);

export const categorySumsSchema = resource('CategorySums', {
  date: Type.String({ format: 'date' }),
  stats: Type.Array(ofCategory),
});

export const categoryListSchema = Type.Array(resource('EmailCategory', { category: Type.String() }));

/** Categories of one request, and those that a response has at most. */
export const maxCategories = 10;
export const maxListedCategories = 500;
