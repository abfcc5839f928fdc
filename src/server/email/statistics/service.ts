/** The verb of parse statistics: how many mails each period brought. */

import { maxStatsEntries, type Period } from '#api/email/parse-stats.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { invalidField } from '../validation/field-error.ts';
import { addPeriods, countPeriods, dayOf, parseDay, periodStart } from './calendar.ts';
import { findReceivedByDay } from './store.ts';

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
 * One entry for each period from the start to the end, oldest first, those without mail too. Days outside
 * start and end count to no period, also where a week or a month reaches beyond them.
 *
 * @throws Refusal naming a date that is none, an end before its start, or more entries than an answer holds
 */
export async function fetchParseStats(
  ctx: ServiceContext,
  caller: EmailCaller,
  request: StatisticsQuery,
): Promise<PeriodCount[]> {
  const period = request.aggregated_by ?? 'day';
  const start = requireDay('start_date', request.start_date);
  const end = requireDay('end_date', request.end_date ?? dayOf(ctx.clock.now()));
  if (end < start && request.end_date === undefined) {
    throw invalidField('start_date', 'start_date is after today', 'Give a start_date that has come, in UTC.');
  }
  if (end < start) {
    throw invalidField(
      'end_date',
      'end_date is before start_date',
      'Give an end_date on or after the start_date.',
    );
  }
  const offset = request.offset ?? 0;
  const rest = Math.max(0, countPeriods(period, start, end) - offset);
  if (request.limit === undefined && rest > maxStatsEntries) {
    throw invalidField(
      'start_date',
      `an answer holds ${maxStatsEntries} entries at most`,
      'Give limit and offset, dates closer together, or aggregated_by week or month.',
    );
  }
  const size = Math.min(rest, request.limit ?? rest);
  if (size === 0) return [];
  const first = addPeriods(period, periodStart(period, start), offset);
  const counts = new Map<string, number>();
  for (let n = 0; n < size; n += 1) counts.set(dayOf(addPeriods(period, first, n)), 0);
  const range = {
    from: dayOf(Math.max(first, start)),
    to: dayOf(Math.min(addPeriods(period, first, size) - 1, end)),
  };
  for (const { day, received } of await findReceivedByDay(ctx.database.read, caller, range)) {
    const date = dayOf(periodStart(period, Date.parse(day)));
    counts.set(date, (counts.get(date) ?? 0) + received);
  }
  return [...counts].map(([date, received]) => ({ date, received }));
}

function requireDay(field: string, text: string): number {
  const day = parseDay(text);
  if (day === null)
    throw invalidField(field, `${field} is not a day`, 'Give a day of the calendar as YYYY-MM-DD.');
  return day;
}
