/** The gaps between the starts of a flow, measured as the rule "Nothing started" does (`silence.ts`). Pure. */

import { thresholds } from '#api/alerts/kinds.ts';
import { leastSilenceMs, type StartsByHour, usualStarts } from './silence.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const halfDayMs = 12 * hourMs;
const shownHalfDays = 28;

export type Gap = {
  from: number;
  to: number;
  /** Of hours in which it is usually started. */
  minutes: number;
  /** How many starts are missing: its length in usual gaps. */
  multiple: number;
  /** It may be longer: of an hour at its begin or end only the number of starts is known. */
  isLeast: boolean;
};

export type Gaps = {
  /** Oldest first; `longest` is the one of the highest multiple that ended in the half day. */
  halfDays: { from: number; longest: Gap | null }[];
  /** Since the last start; null where none is known. */
  open: Gap | null;
  /** Of each gap for which an alert can open, the open one too. As each is ten minutes long, there are 2,017 at most. */
  multiples: number[];
};

/** When the first half day begins that is looked at. */
export const gapsSince = (now: number): number =>
  (Math.floor(now / halfDayMs) - shownHalfDays + 1) * halfDayMs;

/** `counts` are the starts by hour of four weeks, `times` those of which the time is known, in any order. */
export function gapsOf(counts: StartsByHour, times: readonly number[], now: number): Gaps {
  const since = gapsSince(now);
  const all = between(activity(counts, times, now), now, since, silenceIn(counts));
  const open = all.pop() ?? null;
  const halfDays = Array.from({ length: shownHalfDays }, (_, index) => ({
    from: since + index * halfDayMs,
    longest: null as Gap | null,
  }));
  for (const gap of all) {
    const halfDay = halfDays[Math.floor((gap.to - since) / halfDayMs)];
    if (halfDay !== undefined && gap.multiple > (halfDay.longest?.multiple ?? 0)) halfDay.longest = gap;
  }
  const multiples = [...all, ...(open === null ? [] : [open])]
    .filter(
      ({ minutes, multiple }) =>
        minutes * minuteMs >= leastSilenceMs && multiple >= thresholds['no-starts'].least,
    )
    .map(({ multiple }) => multiple);
  return { halfDays, open, multiples };
}

/** A start, or an hour in which there were some at times that are not known. */
type Activity = { from: number; to: number; isKnown: boolean };

/** Oldest first. An hour in which more was counted than times are known has lost some of them, to retention or the limit. */
function activity(counts: StartsByHour, times: readonly number[], now: number): Activity[] {
  const timesOf = Map.groupBy(times, (time) => Math.floor(time / hourMs));
  const hours = [...new Set([...counts.keys(), ...timesOf.keys()])].sort((a, b) => a - b);
  return hours.flatMap((hour): Activity[] => {
    const known = timesOf.get(hour) ?? [];
    const count = counts.get(hour) ?? 0;
    if (known.length < count)
      return [{ from: hour * hourMs, to: Math.min((hour + 1) * hourMs, now), isKnown: false }];
    return known.toSorted((a, b) => a - b).map((time) => ({ from: time, to: time, isKnown: true }));
  });
}

type Silence = Pick<Gap, 'minutes' | 'multiple'>;

/** Those that end after `since`; the last one is open. */
function between(
  acts: readonly Activity[],
  now: number,
  since: number,
  measure: (from: number, to: number) => Silence,
): Gap[] {
  return acts.flatMap(({ to: from, isKnown }, index): Gap[] => {
    const next = acts[index + 1] ?? { from: Math.max(now, from), isKnown: true };
    if (next.from < since) return [];
    const isLeast = !isKnown || !next.isKnown;
    return [{ from, to: next.from, ...measure(from, next.from), isLeast }];
  });
}

/** What is missing between two times, by what was usual then. */
function silenceIn(counts: StartsByHour): (from: number, to: number) => Silence {
  const known = new Map<number, number>();
  const usualIn = (hour: number) => {
    const usual = known.get(hour) ?? usualStarts(counts, hour, hour * hourMs);
    known.set(hour, usual);
    return usual;
  };
  return (from, to) => {
    let [ms, multiple] = [0, 0];
    for (let at = from; at < to; ) {
      const hour = Math.floor(at / hourMs);
      const end = Math.min(to, (hour + 1) * hourMs);
      const usual = usualIn(hour);
      if (usual > 0) ms += end - at;
      multiple += (usual * (end - at)) / hourMs;
      at = end;
    }
    return { minutes: ms / minuteMs, multiple };
  };
}
