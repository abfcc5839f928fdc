/** The periods of statistics, and those of inbound parse: how many messages were received in each. */

import { maxStatsEntries, type Period } from '#api/email/parse-stats.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Owner } from '../../platform/database/schema/email.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { invalidField } from '../validation/field-error.ts';
import { findReceivedByDay, incrementReceived } from './store.ts';

/** Counts a message that is in `shard`. Call it in the transaction that accepts it; `now` is in epoch milliseconds. */
export async function countReceived(
  tx: Queries,
  { account, region, shard, now }: Owner & { shard: number; now: number },
): Promise<void> {
  await incrementReceived(tx, { account, region, shard, day: dayOf(now), received: 1 });
}

/** Days as YYYY-MM-DD. */
export type StatisticsQuery = {
  start_date: string;
  end_date?: string;
  aggregated_by?: Period;
  limit?: number;
  offset?: number;
};

/** `date` is the first day of the period. */
export type PeriodCount = { date: string; received: number };

/**
 * One entry for each period from start to end, oldest first, also for periods without messages. Days outside the range are
 * not counted, also where the first or last week or month reaches beyond it.
 *
 * @throws Refusal for an invalid date, an end before its start, or more entries than a response holds
 */
export async function fetchParseStats(
  ctx: ServiceContext,
  caller: EmailCaller,
  request: StatisticsQuery,
): Promise<PeriodCount[]> {
  const { dates, range, dateOf } = readPeriods(ctx, request);
  const counts = new Map(dates().map((date) => [date, 0]));
  for (const { day, received } of range === null
    ? []
    : await findReceivedByDay(ctx.database.replica, caller, range)) {
    counts.set(dateOf(day), (counts.get(dateOf(day)) ?? 0) + received);
  }
  return [...counts].map(([date, received]) => ({ date, received }));
}

/** The days of a request. @throws Refusal for an invalid date, or an end before its start */
export function readDays(
  ctx: ServiceContext,
  request: Pick<StatisticsQuery, 'start_date' | 'end_date'>,
): { start: number; end: number } {
  const start = requireDay('start_date', request.start_date);
  const end = requireDay('end_date', request.end_date ?? dayOf(ctx.clock.now()));
  if (end < start && request.end_date === undefined) {
    throw invalidField(
      'start_date',
      'start_date is after today',
      'Give a start_date of today or earlier, in UTC.',
    );
  }
  if (end < start) {
    throw invalidField(
      'end_date',
      'end_date is before start_date',
      'Give an end_date on or after the start_date.',
    );
  }
  return { start, end };
}

/**
 * The first day of each period of a request, oldest first; the days that they have together, null for none; and the first day
 * of the period that a day is in. The response has `each` entries for a period.
 *
 * @throws Refusal for an invalid date, an end before its start, or more entries than a response holds
 */
export function readPeriods(
  ctx: ServiceContext,
  request: StatisticsQuery,
  each = 1,
): { dates(): string[]; range: { from: string; to: string } | null; dateOf(day: string): string } {
  const period = request.aggregated_by ?? 'day';
  const { start, end } = readDays(ctx, request);
  const offset = request.offset ?? 0;
  const rest = Math.max(0, countPeriods(period, start, end) - offset);
  const size = Math.min(rest, request.limit ?? rest);
  if (size * each > maxStatsEntries) {
    throw invalidField(
      request.limit === undefined ? 'start_date' : 'limit',
      `a response holds ${maxStatsEntries} entries at most${each === 1 ? '' : `, and each period has ${each}`}`,
      'Give limit and offset, dates closer together, or aggregated_by week or month.',
    );
  }
  const dateOf = (day: string) => dayOf(periodStart(period, Date.parse(day)));
  if (size === 0) return { dates: () => [], range: null, dateOf };
  const first = addPeriods(period, periodStart(period, start), offset);
  const range = {
    from: dayOf(Math.max(first, start)),
    to: dayOf(Math.min(addPeriods(period, first, size) - 1, end)),
  };
  return {
    dates: () => Array.from({ length: size }, (_, n) => dayOf(addPeriods(period, first, n))),
    range,
    dateOf,
  };
}

/** The start of a day that a request names. @throws Refusal when the text is none */
export function requireDay(field: string, text: string): number {
  const day = parseDay(text);
  if (day === null)
    throw invalidField(field, `${field} is not a day`, 'Give a day of the calendar as YYYY-MM-DD.');
  return day;
}

export const dayMs = 86_400_000;

/** The day of a moment in epoch milliseconds. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Epoch milliseconds of the start of the day; null for an invalid date. */
function parseDay(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && dayOf(ms) === text ? ms : null;
}

/** The start of the period that contains the moment; weeks begin on Monday. */
export function periodStart(period: Period, ms: number): number {
  const date = new Date(ms);
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  switch (period) {
    case 'day':
      return day;
    case 'week':
      return day - ((date.getUTCDay() + 6) % 7) * dayMs;
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
}

/** The start of the period `count` periods after the one that begins at `start`. */
export function addPeriods(period: Period, start: number, count: number): number {
  if (period !== 'month') return start + count * (period === 'week' ? 7 : 1) * dayMs;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1);
}

/** The number of periods from the one that contains `first` to the one that contains `last`. */
function countPeriods(period: Period, first: number, last: number): number {
  const [from, to] = [periodStart(period, first), periodStart(period, last)];
  if (period !== 'month') return Math.round((to - from) / (period === 'week' ? 7 : 1) / dayMs) + 1;
  const [begin, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - begin.getUTCFullYear()) * 12 + end.getUTCMonth() - begin.getUTCMonth() + 1;
}
