/** Routes: /v3/user/webhooks/parse/stats, /v3/stats, /v3/categories and /v3/mailbox_providers: statistics of received and of sent emails. */

import type { FastifyInstance } from 'fastify';
import { type EmailMetrics, maxCategories, maxListedCategories } from '#api/email/email-stats.ts';
import { mailboxProviders } from '#api/email/mailbox-providers.ts';
import { fetchParseStats as operation } from '#api/email/operations/parse.ts';
import * as operations from '#api/email/operations/stats.ts';
import { queryOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import { invalidField } from '../validation/field-error.ts';
import { fetchCategorySums, fetchEmailStats, fetchProviderStats, listCategories } from './sent-service.ts';
import { fetchParseStats } from './service.ts';

export function statisticsRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operation, async ({ caller, query }) => {
    const counts = await fetchParseStats(ctx, caller, query);
    return counts.map(({ date, received }) => ({ date, stats: [{ metrics: { received } }] }));
  });

  emailRoute(app, operations.fetchEmailStats, async ({ caller, query }) => {
    const entries = await fetchEmailStats(ctx, caller, query);
    return entries.map(({ date, stats }) => ({ date, stats: stats.map(({ metrics }) => ({ metrics })) }));
  });

  emailRoute(app, operations.fetchCategoryStats, async ({ request, caller, query }) => {
    const categories = [...new Set(queryOf(request).getAll('categories'))];
    if (categories.length > maxCategories) {
      const message = `at most ${maxCategories} categories are counted in one request`;
      throw invalidField('categories', message, 'Ask for the others in another one.');
    }
    const entries = await fetchEmailStats(ctx, caller, query, categories);
    return entries.map(({ date, stats }) => ({ date, stats: stats.map(ofCategory) }));
  });

  emailRoute(app, operations.fetchProviderStats, async ({ request, caller, query }) => {
    const asked = [...new Set(queryOf(request).getAll('mailbox_providers'))];
    if (!asked.every((name) => mailboxProviders.includes(name))) {
      const message = 'mailbox_providers names one that is not known';
      throw invalidField('mailbox_providers', message, `Give ${mailboxProviders.join(', ')}.`);
    }
    const entries = await fetchProviderStats(ctx, caller, query, asked);
    return entries.map(({ date, stats }) => ({
      date,
      stats: stats.map(({ provider: name, metrics }) => ({ type: 'mailbox_provider', name, metrics })),
    }));
  });

  emailRoute(app, operations.fetchCategorySums, async ({ caller, query }) => {
    const { date, stats } = await fetchCategorySums(ctx, caller, { limit: maxListedCategories, ...query });
    return { date, stats: stats.map(ofCategory) };
  });

  emailRoute(app, operations.listCategories, async ({ caller, query }) => {
    const found = await listCategories(ctx, caller, { limit: maxListedCategories, ...query });
    return found.map((category) => ({ category }));
  });
}

const ofCategory = ({ category, metrics }: { category: string; metrics: EmailMetrics }) => ({
  type: 'category',
  name: category,
  metrics,
});
