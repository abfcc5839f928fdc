/** Which days a chart of inbound mail shows, and what its periods are called. All in days of UTC. */

import type { Period } from '#api/email/parse-stats.ts';
import { calendarDay, calendarMonth } from '../../../words/date-time.ts';

const dayMs = 86_400_000;

export type PeriodCount = { date: string; received: number };

/** The day of a moment (epoch ms) as YYYY-MM-DD. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The day that many days before another. */
export function daysBefore(day: string, days: number): string {
  return dayOf(Date.parse(day) - days * dayMs);
}

/** Days from the first to the last, both included. */
export function daysIn({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** The counts, with the first day that was counted as the date of each: a week or month may begin before the range. */
export function cutToRange(counts: readonly PeriodCount[], from: string): PeriodCount[] {
  return counts.map((each) => ({ ...each, date: each.date < from ? from : each.date }));
}

/** A period whose first day is `date` in words, cut to the range. */
export function periodName(period: Period, date: string, { to }: { to: string }): string {
  if (period === 'month') return calendarMonth(date);
  if (period === 'day') return calendarDay(date);
  const sunday = daysBefore(date, -((7 - new Date(date).getUTCDay()) % 7));
  return `${calendarDay(date)} – ${calendarDay(sunday > to ? to : sunday)}`;
}

/** All of them, a day on average (rounded), and the period with most; null when nothing came. */
export function totalsOf(counts: readonly PeriodCount[], days: number) {
  const received = counts.reduce((sum, each) => sum + each.received, 0);
  const busiest = counts.reduce<PeriodCount | null>(
    (most, each) => (each.received > (most?.received ?? 0) ? each : most),
    null,
  );
  return { received, average: Math.round(received / Math.max(1, days)), busiest };
}

/** Lines of date and number under a head, as spreadsheets read them. */
export function csvOf(heads: readonly [string, string], counts: readonly PeriodCount[]): string {
  return [heads, ...counts.map(({ date, received }) => [date, received])]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');
}
