/** Gaps between starts, as the rule counts them: by starts that are missing, without hours of rest. */

import { describe, expect, it } from 'vitest';
import { type Gaps, gapsOf } from './gaps.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A Monday, 12:00. */
const now = Date.UTC(2026, 10, 30, 12);

/** Every ten minutes from 8 to 20 h on each of the last 28 days, but not at the times for which `isMissing`. */
function startsWithout(isMissing: (time: number) => boolean): number[] {
  const times: number[] = [];
  for (let time = now - 28 * dayMs; time < now; time += 10 * minuteMs) {
    const hour = new Date(time).getUTCHours();
    if (hour >= 8 && hour < 20 && !isMissing(time)) times.push(time);
  }
  return times;
}

const countsOf = (times: readonly number[]) =>
  new Map(
    [...Map.groupBy(times, (time) => Math.floor(time / hourMs))].map(([hour, of]) => [hour, of.length]),
  );

const gapsOfTimes = (times: readonly number[], known = times): Gaps => gapsOf(countsOf(times), known, now);

/** From 9:55 to 12:00 of three days ago: the last start is at 9:50. */
const outage = (time: number) => time > now - 3 * dayMs - 130 * minuteMs && time < now - 3 * dayMs;

describe('the gaps of a flow', () => {
  it('are measured in its usual gap, and not over night', () => {
    const { halfDays, open, multiples } = gapsOfTimes(startsWithout(() => false));
    expect(halfDays).toHaveLength(28);
    // The night from the last start at 19:50 to the first at 8:00 is ten minutes of hours that count. In the last half day none has ended.
    expect(halfDays.map(({ longest }) => longest?.minutes)).toEqual([...Array(27).fill(10), undefined]);
    expect(open).toMatchObject({ minutes: 10, multiple: 1, isLeast: false });
    expect(multiples).toEqual([]);
  });

  it('have one that is longer in the half day in which it ended', () => {
    const { halfDays, multiples } = gapsOfTimes(startsWithout(outage));
    const long = halfDays.filter(({ longest }) => (longest?.minutes ?? 0) > 10);
    expect(long).toMatchObject([
      {
        from: now - 3 * dayMs,
        longest: {
          from: now - 3 * dayMs - 130 * minuteMs,
          to: now - 3 * dayMs,
          minutes: 130,
          isLeast: false,
        },
      },
    ]);
    expect(multiples).toEqual([long[0]?.longest?.multiple]);
    expect(multiples[0]).toBeCloseTo(13, 5);
  });

  it('have an open one since the last start', () => {
    const { open, multiples } = gapsOfTimes(startsWithout((time) => time > now - 2 * hourMs));
    expect(open).toMatchObject({ from: now - 2 * hourMs, to: now, minutes: 120 });
    expect(multiples).toHaveLength(1);
  });

  it('are at least so long where only the number of starts of an hour is known', () => {
    const times = startsWithout((time) => outage(time) || time > now - 90 * minuteMs);
    const { halfDays, open } = gapsOfTimes(times, []);
    // Of the outage from 9:50 to 12:00 the two hours without any start.
    const [long] = halfDays.filter(({ longest }) => longest !== null);
    expect(long?.longest).toMatchObject({ minutes: 120, isLeast: true });
    expect(open).toMatchObject({ minutes: 60, isLeast: true });
  });

  it('are unknown without starts, and have no length in the first three days', () => {
    expect(gapsOfTimes([])).toMatchObject({ open: null, multiples: [] });
    const { halfDays, open } = gapsOfTimes(startsWithout((time) => time < now - 2 * dayMs));
    expect(halfDays.every(({ longest }) => longest === null)).toBe(true);
    expect(open).toMatchObject({ minutes: 0, multiple: 0 });
  });
});
