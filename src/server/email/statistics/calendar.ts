/** Calendar arithmetic in UTC: days as YYYY-MM-DD, and the weeks and months that they belong to. */

import type { Period } from '#api/email/parse-stats.ts';

const dayMs = 86_400_000;

/** The day of a moment in epoch milliseconds. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Epoch milliseconds of the start of the day; null for an invalid date. */
export function parseDay(text: string): number | null {
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
export function countPeriods(period: Period, first: number, last: number): number {
  const [from, to] = [periodStart(period, first), periodStart(period, last)];
  if (period !== 'month') return Math.round((to - from) / (period === 'week' ? 7 : 1) / dayMs) + 1;
  const [begin, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - begin.getUTCFullYear()) * 12 + end.getUTCMonth() - begin.getUTCMonth() + 1;
}
