/** Store: statistics of sent emails, and the categories that are counted. */

import { sql } from 'kysely';
import type { EmailMetric } from '#api/email/email-stats.ts';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import type { EmailStatsRow, Owner } from '../../platform/database/schema/email.ts';
import { shardOfAccount } from '../../platform/database/shard.ts';

/** Transactions that count at once mostly use different slots, so they do not wait for each other's commit. */
export const slots = 8;

/** What the counters of mailbox providers have before their name, in place of a category. */
export const providerPrefix = '\u0001';

/** Adds to counters, each named once, in the order of their key: transactions then wait for each other in one order. */
export async function incrementEmailStats(tx: Queries, rows: readonly EmailStatsRow[]): Promise<void> {
  const keyOf = ({ category, day, metric }: EmailStatsRow) => JSON.stringify([category, day, metric]);
  await tx
    .insertInto('email_stats')
    .values([...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    .onConflict((conflict) =>
      conflict
        .columns(hotKey(tx, ['account', 'region', 'category', 'day', 'metric', 'slot']))
        .doUpdateSet({ total: sql`email_stats.total + excluded.total` }),
    )
    .execute();
}

export type CountedMetric = { day: string; category: string; metric: EmailMetric; total: number };

/** What was counted of each day from `from` to `to` (YYYY-MM-DD, both inclusive), of these categories. */
export async function findEmailStats(
  db: Queries,
  { account, region }: Owner,
  { from, to, categories }: { from: string; to: string; categories: readonly string[] },
): Promise<CountedMetric[]> {
  if (categories.length === 0) return [];
  return db
    .selectFrom('email_stats')
    .select(['day', 'category', 'metric', sql<number>`cast(sum(total) as bigint)`.as('total')])
    .where('account', '=', account)
    .where('shard', '=', shardOfAccount(account))
    .where('region', '=', region)
    .where('category', 'in', categories)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['day', 'category', 'metric'])
    .execute();
}

/** The first day from `from` on of which anything was counted of the category; null for none. */
export async function firstCountedDay(
  db: Queries,
  { account, region }: Owner,
  { from, category }: { from: string; category: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('email_stats')
    .select('day')
    .where('account', '=', account)
    .where('shard', '=', shardOfAccount(account))
    .where('region', '=', region)
    .where('category', '=', category)
    .where('day', '>=', from)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  return row?.day ?? null;
}

/** The sums of each category over the days; neither all emails nor mailbox providers are among them. */
export async function sumByCategory(
  db: Queries,
  { account, region }: Owner,
  { from, to }: { from: string; to: string },
): Promise<Omit<CountedMetric, 'day'>[]> {
  return db
    .selectFrom('email_stats')
    .select(['category', 'metric', sql<number>`cast(sum(total) as bigint)`.as('total')])
    .where('account', '=', account)
    .where('shard', '=', shardOfAccount(account))
    .where('region', '=', region)
    .where('category', '>=', String.fromCharCode(providerPrefix.charCodeAt(0) + 1))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['category', 'metric'])
    .execute();
}

/** Which of these categories are counted. */
export async function knownCategories(
  db: Queries,
  { account, region }: Owner,
  categories: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('email_categories')
    .select('category')
    .where('account', '=', account)
    .where('shard', '=', shardOfAccount(account))
    .where('region', '=', region)
    .where('category', 'in', categories)
    .execute();
  return rows.map(({ category }) => category);
}

/** By name. */
export async function listCategories(db: Queries, { account, region }: Owner): Promise<string[]> {
  const rows = await db
    .selectFrom('email_categories')
    .select('category')
    .where('account', '=', account)
    .where('shard', '=', shardOfAccount(account))
    .where('region', '=', region)
    .orderBy('category')
    .execute();
  return rows.map(({ category }) => category);
}

export async function insertCategories(
  tx: Queries,
  { account, region }: Owner,
  categories: readonly string[],
): Promise<void> {
  if (categories.length === 0) return;
  const shard = shardOfAccount(account);
  await tx
    .insertInto('email_categories')
    .values([...categories].sort().map((category) => ({ account, shard, region, category })))
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['account', 'region', 'category'])).doNothing())
    .execute();
}
