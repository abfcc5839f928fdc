/** Statistics of sent emails: what their events are counted as, and the counts by period and by category. */

import { type EmailMetric, type EmailMetrics, emailMetrics } from '#api/email/email-stats.ts';
import type { WebhookKind } from '#api/email/event-webhooks.ts';
import { mailboxProviders, providerOf } from '#api/email/mailbox-providers.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';
import { givingWay } from '../../platform/event-loop-turn.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import {
  type CountedMetric,
  findEmailStats,
  firstCountedDay,
  incrementEmailStats,
  insertCategories,
  knownCategories,
  listCategories as listRows,
  providerPrefix,
  slots,
  sumByCategory,
} from './sent-store.ts';
import { dayMs, dayOf, readDays, readPeriods, type StatisticsQuery } from './service.ts';

/** Categories that are counted by themselves: senders invent them. */
export const maxCountedCategories = 1_000;

/** Something that is counted once: in all, for each category, and for the provider of the recipient. */
export type Counted = { metric: EmailMetric; categories: readonly string[]; email?: string };

/** Providers are counted as categories that no sender can name: those that begin so are not counted by themselves. */
const providerKey = (name: string) => `${providerPrefix}${name}`;
const isOfSender = (category: string) => category !== '' && !category.startsWith(providerPrefix);

const ofKind: { readonly [Kind in WebhookKind]?: readonly EmailMetric[] } = {
  processed: ['requests', 'processed'],
  delivered: ['delivered'],
  deferred: ['deferred'],
  open: ['opens'],
  click: ['clicks'],
  spam_report: ['spam_reports'],
  unsubscribe: ['unsubscribes'],
  group_unsubscribe: ['unsubscribes'],
};

const ofDrop: Readonly<Record<string, EmailMetric>> = {
  'Bounced Address': 'bounce_drops',
  Invalid: 'invalid_emails',
  'Spam Reporting Address': 'spam_report_drops',
  'Unsubscribed Address': 'unsubscribe_drops',
};

/** What an event is counted as, by its kind and fields. */
export function metricsOf(kind: WebhookKind, { type, reason }: JsonObject): readonly EmailMetric[] {
  if (kind === 'bounce') return [type === 'blocked' ? 'blocks' : 'bounces'];
  const drop = kind === 'dropped' ? ofDrop[String(reason)] : undefined;
  return drop === undefined ? (ofKind[kind] ?? []) : [drop];
}

/** Counts in the transaction of the cause; `now` is in epoch milliseconds, and the slot follows from `seed`. */
export async function countEmails(
  tx: Queries,
  { account, region, now, seed }: Owner & { now: number; seed: number },
  counted: readonly Counted[],
): Promise<void> {
  if (counted.length === 0) return;
  const named = new Set(counted.flatMap(({ categories }) => categories.filter(isOfSender)));
  const known = await countedCategories(tx, { account, region }, [...named]);
  const totals = new Map<string, { category: string; metric: EmailMetric; total: number }>();
  for (const { metric, categories, email } of counted) {
    const ofEmail = email === undefined ? [] : [providerKey(providerOf(email))];
    for (const category of ['', ...ofEmail, ...new Set(categories.filter((each) => known.has(each)))]) {
      const key = JSON.stringify([category, metric]);
      const before = totals.get(key)?.total ?? 0;
      totals.set(key, { category, metric, total: before + 1 });
    }
  }
  const slot = seed % slots;
  const key = { account, region, shard: shardOfAccount(account), day: dayOf(now), slot };
  await incrementEmailStats(
    tx,
    [...totals.values()].map((each) => ({ ...key, ...each })),
  );
}

/** Those of the categories that are counted, new ones as long as there are not too many. */
async function countedCategories(
  tx: Queries,
  owner: Owner,
  categories: readonly string[],
): Promise<ReadonlySet<string>> {
  if (categories.length === 0) return new Set();
  const known = new Set(await knownCategories(tx, owner, categories));
  const unknown = categories.filter((each) => !known.has(each));
  if (unknown.length === 0) return known;
  const left = maxCountedCategories - (await listRows(tx, owner)).length;
  const added = unknown.slice(0, Math.max(0, left));
  await insertCategories(tx, owner, added);
  return new Set([...known, ...added]);
}

const zeros = Object.fromEntries(emailMetrics.map((name) => [name, 0])) as EmailMetrics;
const noMetrics = (): EmailMetrics => ({ ...zeros });

/** Days whose counters are read at once. */
const daysRead = 100;

/** What was counted of the categories from day to day, in parts between which others have their turn. */
async function* readStats(
  ctx: ServiceContext,
  owner: Owner,
  { from, to, categories }: { from: string; to: string; categories: readonly string[] },
): AsyncGenerator<CountedMetric[]> {
  const { replica } = ctx.database;
  const days: string[] = [];
  for (const category of categories) {
    const day = await firstCountedDay(replica, owner, { from, category });
    if (day !== null) days.push(day);
  }
  const [first] = days.sort();
  // Nothing is counted of a day to come.
  const last = [to, dayOf(ctx.clock.now())].sort()[0] ?? to;
  if (first === undefined || first > last) return;
  const begin = Date.parse(first);
  const parts = Math.ceil((Date.parse(last) + dayMs - begin) / (daysRead * dayMs));
  for await (const part of givingWay(Array.from({ length: parts }, (_, nth) => nth))) {
    const [start, end] = [part, part + 1].map((nth) => begin + nth * daysRead * dayMs);
    const range = { from: dayOf(start ?? 0), to: [dayOf((end ?? 0) - dayMs), last].sort()[0] ?? last };
    yield await findEmailStats(replica, owner, { ...range, categories });
  }
}

/** One entry for each period, and in it one for each category; '' is all emails. @throws Refusal as `readPeriods` */
export async function fetchEmailStats(
  ctx: ServiceContext,
  owner: Owner,
  request: StatisticsQuery,
  categories: readonly string[] = [''],
): Promise<{ date: string; stats: { category: string; metrics: EmailMetrics }[] }[]> {
  const { dates, range, dateOf } = readPeriods(ctx, request, categories.length);
  const entries = new Map(
    dates().map((date) => [date, new Map(categories.map((category) => [category, noMetrics()]))]),
  );
  if (range !== null) {
    for await (const rows of readStats(ctx, owner, { ...range, categories })) {
      for (const { day, category, metric, total } of rows) {
        const metrics = entries.get(dateOf(day))?.get(category);
        if (metrics !== undefined) metrics[metric] += Number(total);
      }
    }
  }
  return [...entries].map(([date, stats]) => ({
    date,
    stats: [...stats].map(([category, metrics]) => ({ category, metrics })),
  }));
}

/** The same by mailbox provider: of those that are asked for, else of those that anything was counted of. @throws Refusal as `readPeriods` */
export async function fetchProviderStats(
  ctx: ServiceContext,
  caller: EmailCaller,
  request: StatisticsQuery,
  asked: readonly string[],
): Promise<{ date: string; stats: { provider: string; metrics: EmailMetrics }[] }[]> {
  const names = asked.length > 0 ? asked : await countedProviders(ctx, caller, request);
  const entries = await fetchEmailStats(ctx, caller, request, names.map(providerKey));
  return entries.map(({ date, stats }) => ({
    date,
    stats: stats.map(({ metrics }, at) => ({ provider: names[at] ?? '', metrics })),
  }));
}

/** Those of which anything was counted in the periods. @throws Refusal as `readPeriods` */
async function countedProviders(
  ctx: ServiceContext,
  caller: EmailCaller,
  request: StatisticsQuery,
): Promise<string[]> {
  const { range } = readPeriods(ctx, request);
  if (range === null) return [];
  const names: string[] = [];
  for (const name of mailboxProviders) {
    const where = { from: range.from, category: providerKey(name) };
    const day = await firstCountedDay(ctx.database.replica, caller, where);
    if (day !== null && day <= range.to) names.push(name);
  }
  return names;
}

/** The sums of each category over the days. @throws Refusal as `readDays` */
export async function fetchCategorySums(
  ctx: ServiceContext,
  caller: EmailCaller,
  request: Omit<StatisticsQuery, 'aggregated_by'> & {
    sort_by_metric?: EmailMetric;
    sort_by_direction?: 'asc' | 'desc';
  },
): Promise<{ date: string; stats: { category: string; metrics: EmailMetrics }[] }> {
  const { limit, offset = 0, sort_by_metric: by = 'delivered', sort_by_direction: direction } = request;
  const { start, end } = readDays(ctx, request);
  const range = { from: dayOf(start), to: dayOf(end) };
  const sums = new Map<string, EmailMetrics>();
  for (const { category, metric, total } of await sumByCategory(ctx.database.replica, caller, range)) {
    const metrics = sums.get(category) ?? noMetrics();
    metrics[metric] += Number(total);
    sums.set(category, metrics);
  }
  const sign = direction === 'asc' ? -1 : 1;
  const sorted = [...sums].sort(([one, a], [other, b]) => sign * (b[by] - a[by]) || (one < other ? -1 : 1));
  return {
    date: range.from,
    stats: sorted
      .slice(offset, limit === undefined ? undefined : offset + limit)
      .map(([category, metrics]) => ({ category, metrics })),
  };
}

/** The categories that are counted, by name; those that begin with `category`. */
export async function listCategories(
  ctx: ServiceContext,
  caller: EmailCaller,
  { category = '', limit, offset = 0 }: { category?: string; limit?: number; offset?: number },
): Promise<string[]> {
  const all = await listRows(ctx.database.replica, caller);
  const found = all.filter((each) => each.startsWith(category));
  return found.slice(offset, limit === undefined ? undefined : offset + limit);
}
