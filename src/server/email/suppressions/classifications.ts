/** Bounces and blocks by day and by why they came back, from the suppression lists. */

import type { BounceClassificationName } from '#api/email/suppressions.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { classifyReason } from '../smtp/classify-reply.ts';
import { dayMs, dayOf, requireDay } from '../statistics/service.ts';
import { invalidField } from '../validation/field-error.ts';
import { listSuppressionsSince, type SuppressionEntry } from './store.ts';

/** Days as YYYY-MM-DD. */
export type DayRange = { start_date?: string; end_date?: string };

type Counts<Name> = { date: string; counts: [name: Name, count: number][] }[];

const defaultDays = 30;
/** Entries that one response may count. */
const maxEntries = 100_000;
const pageSize = 1_000;

/**
 * Counts of each day, the oldest first, and in it the highest first. `nameOf` says what an entry is counted as; null for nothing.
 *
 * @throws Refusal for an invalid day, an end before its start, or a range with too many entries
 */
async function countByDay<Name extends string>(
  ctx: ServiceContext,
  caller: EmailCaller,
  range: DayRange,
  nameOf: (entry: SuppressionEntry) => Name | null,
): Promise<Counts<Name>> {
  const end = requireDay('end_date', range.end_date ?? dayOf(ctx.clock.now()));
  const start =
    range.start_date === undefined
      ? end - (defaultDays - 1) * dayMs
      : requireDay('start_date', range.start_date);
  if (end < start) {
    throw invalidField(
      'end_date',
      'end_date is before start_date',
      'Give an end_date on or after the start_date.',
    );
  }
  const days = new Map<string, Map<Name, number>>();
  let seen = 0;
  for (const list of ['bounces', 'blocks'] as const) {
    let page: SuppressionEntry[] = [];
    do {
      const after = page.at(-1);
      const bounds = { from: start, to: end + dayMs, after, limit: pageSize };
      page = await listSuppressionsSince(ctx.database.replica, caller, list, bounds);
      seen += page.length;
      if (seen > maxEntries) {
        const message = `the days have more than ${maxEntries} entries`;
        throw invalidField('start_date', message, 'Give dates closer together.');
      }
      for (const entry of page) {
        const name = nameOf(entry);
        if (name === null) continue;
        const day = dayOf(entry.created_at);
        const counts = days.get(day) ?? new Map<Name, number>();
        days.set(day, counts.set(name, (counts.get(name) ?? 0) + 1));
      }
    } while (page.length === pageSize);
  }
  return [...days]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([date, counts]) => ({ date, counts: [...counts].sort(([, one], [, other]) => other - one) }));
}

/** How many came back for each reason. */
export async function countClassifications(ctx: ServiceContext, caller: EmailCaller, range: DayRange) {
  const days = await countByDay(ctx, caller, range, classificationOf);
  return days.map(({ date, counts }) => ({
    date,
    stats: counts.map(([classification, count]) => ({ classification, count })),
  }));
}

/** How many came back for one reason, by the domain of the address. */
export async function countDomains(
  ctx: ServiceContext,
  caller: EmailCaller,
  classification: BounceClassificationName,
  range: DayRange,
) {
  const days = await countByDay(ctx, caller, range, (entry) =>
    classificationOf(entry) === classification ? entry.email.slice(entry.email.lastIndexOf('@') + 1) : null,
  );
  return days.map(({ date, counts }) => ({
    date,
    stats: counts.map(([domain, count]) => ({ domain, count })),
  }));
}

/** In the spelling of these operations, which differs from that of events in one name. */
function classificationOf({ reason, status }: SuppressionEntry): BounceClassificationName {
  const name = classifyReason(reason, status);
  return name === 'Technical' ? 'Technical Failure' : name;
}
