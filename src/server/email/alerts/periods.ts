/** When statistics are sent, and of which days. Pure. */

import type { AlertFrequency } from '#api/email/alerts.ts';
import type { Period } from '#api/email/parse-stats.ts';
import { addPeriods, dayMs, periodStart } from '../statistics/service.ts';

/** After the end of a period, so that what belongs to it is counted. */
const delayMs = 15 * 60_000;

export const periods: Record<AlertFrequency, Period> = { daily: 'day', weekly: 'week', monthly: 'month' };

/** When the statistics of the period that goes on at `now` are due. */
export function dueAfter(frequency: AlertFrequency, now: number): number {
  const period = periods[frequency];
  return addPeriods(period, periodStart(period, now), 1) + delayMs;
}

/** The first and the last day of the period that was over when statistics were due. */
export function daysBefore(frequency: AlertFrequency, due: number): { first: number; last: number } {
  const period = periods[frequency];
  const end = periodStart(period, due);
  return { first: addPeriods(period, end, -1), last: end - dayMs };
}
