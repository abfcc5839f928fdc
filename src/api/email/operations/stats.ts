/** /v3/stats, /v3/categories and /v3/mailbox_providers: statistics of sent emails. */

import { Type } from 'typebox';
import { day, oneOf } from '../../operation/operation.ts';
import {
  categoryListSchema,
  categoryStatsSchema,
  categorySumsSchema,
  emailMetrics,
  emailStatsSchema,
  maxCategories,
  maxListedCategories,
  providerStatsSchema,
} from '../email-stats.ts';
import { mailboxProviders } from '../mailbox-providers.ts';
import { emailOperationsIn } from '../operation.ts';
import { maxStatsEntries } from '../parse-stats.ts';
import { emailPaths } from '../paths.ts';
import { periods } from '../statuses.ts';

const operation = emailOperationsIn('Email: statistics');
const days = {
  start_date: day('The first day.'),
  end_date: Type.Optional(day('The last day; today where it is left out.')),
};
const periodsOfDays = {
  ...days,
  aggregated_by: Type.Optional(oneOf(periods, 'The period of an entry; a day where it is left out.')),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxStatsEntries })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
};
const rules = {
  start_date: 'A day of the calendar, and not after end_date.',
  end_date: 'A day of the calendar.',
};
const note =
  'Days are in UTC; weeks begin on Monday. An event is counted on the day on which it happened. Emails of before this was counted are missing.';

export const fetchEmailStats = operation({
  id: 'FetchEmailStats',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.stats,
  summary: 'Fetch statistics of sent emails',
  note: `One entry for each period, also for those without email. ${note}`,
  scope: 'stats.read',
  rules,
  query: periodsOfDays,
  responses: { 200: { text: 'The entries, oldest first.', schema: emailStatsSchema } },
});

export const fetchCategoryStats = operation({
  id: 'FetchCategoryStats',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.categoryStats,
  summary: 'Fetch statistics of sent emails by category',
  note: `The parameter \`categories\` is repeated for each of up to ${maxCategories}. ${note}`,
  scope: 'categories.stats.read',
  rules: { ...rules, categories: `Up to ${maxCategories} of them.` },
  query: { ...periodsOfDays, categories: Type.String({ description: 'A category.' }) },
  responses: { 200: { text: 'The entries, oldest first.', schema: categoryStatsSchema } },
});

export const fetchProviderStats = operation({
  id: 'FetchMailboxProviderStats',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.providerStats,
  summary: 'Fetch statistics of sent emails by mailbox provider',
  note: `The parameter \`mailbox_providers\` is repeated for each; without it those that anything was counted of. A provider follows from the domain of the recipient. ${note}`,
  scope: 'mailbox_providers.stats.read',
  rules: { ...rules, mailbox_providers: 'Names of providers.' },
  query: {
    ...periodsOfDays,
    mailbox_providers: Type.Optional(
      Type.String({ maxLength: 255, description: `One of ${mailboxProviders.join(', ')}.` }),
    ),
  },
  responses: { 200: { text: 'The entries, oldest first.', schema: providerStatsSchema } },
});

export const fetchCategorySums = operation({
  id: 'FetchCategorySums',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.categorySums,
  summary: 'Fetch the sums of each category',
  note: `The largest first, at most ${maxListedCategories} together. ${note}`,
  scope: 'categories.stats.sums.read',
  rules,
  query: {
    ...days,
    sort_by_metric: Type.Optional(
      oneOf(emailMetrics, 'What they are sorted by; delivered where it is left out.'),
    ),
    sort_by_direction: Type.Optional(oneOf(['desc', 'asc'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxListedCategories })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  responses: { 200: { text: 'The sums.', schema: categorySumsSchema } },
});

export const listCategories = operation({
  id: 'ListEmailCategory',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.categories,
  summary: 'List the categories of sent emails',
  note: 'By name.',
  scope: 'categories.read',
  query: {
    category: Type.Optional(Type.String({ description: 'What it begins with.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxListedCategories })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  responses: { 200: { text: 'The categories.', schema: categoryListSchema } },
});
