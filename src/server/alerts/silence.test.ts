/** Silence is measured in starts that are missing, by the hours of the week. */

import { describe, expect, it } from 'vitest';
import { silentAt, usualGapMinutes, usualStarts } from './silence.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** A Monday, 00:00. */
const monday = Date.UTC(2026, 10, 2) / hourMs;

/** `perHour` starts from 8 to 20 h on the given days before Monday, 1 being Sunday. */
function openHours(days: readonly number[], perHour: number): Map<number, number> {
  return new Map(
    days.flatMap((day) =>
      Array.from({ length: 12 }, (_, index) => [monday - day * 24 + 8 + index, perHour] as const),
    ),
  );
}

const everyDay = Array.from({ length: 28 }, (_, index) => index + 1);
/** Day 1 is a Sunday, 2 a Saturday. */
const workdays = everyDay.filter((day) => day % 7 !== 1 && day % 7 !== 2);

describe('the usual starts of an hour', () => {
  const at = (starts: Map<number, number>, hour: number) =>
    usualStarts(starts, monday + hour, (monday + 10) * hourMs);

  it('are those of the same hour of the weeks before', () => {
    const starts = openHours(workdays, 6);
    expect([at(starts, 9), at(starts, 3), at(starts, 24 * 5 + 9)]).toEqual([6, 0, 0]);
  });

  it('are those of the same time of the days before, in the first two weeks', () => {
    const starts = openHours([1, 2, 3, 4], 6);
    expect([at(starts, 9), at(starts, 3)]).toEqual([6, 0]);
  });

  it('are unknown in the first three days', () => {
    expect(at(openHours([1, 2], 6), 9)).toBe(0);
  });

  it('are none where it was started in fewer than half of the weeks', () => {
    const once = new Map([...openHours(workdays, 6), [monday - 168 + 3, 40]]);
    expect(at(once, 3)).toBe(0);
  });
});

describe('a flow', () => {
  const starts = openHours(workdays, 6);
  const friday = (monday - 3 * 24 + 19.5) * hourMs;

  it('is silent when so many starts are missing, in hours in which it is started at all', () => {
    const last = (monday + 9) * hourMs;
    const at = silentAt(starts, last, 3, last) ?? 0;
    expect((at - last) / minuteMs).toBe(30);
  });

  it('is not silent over a weekend: closed hours do not count', () => {
    const at = silentAt(starts, friday, 6, (monday + 7) * hourMs) ?? 0;
    expect((at - (monday + 8) * hourMs) / minuteMs).toBe(30);
  });

  it('is never silent for less than ten minutes, and not at all where nothing is usual', () => {
    const busy = openHours(workdays, 600);
    const last = (monday + 9) * hourMs;
    expect(((silentAt(busy, last, 3, last) ?? 0) - last) / minuteMs).toBe(10);
    expect(silentAt(new Map(), last, 3, last)).toBeNull();
    expect(usualGapMinutes(starts, last, last)).toBe(10);
    expect(usualGapMinutes(new Map(), last, last)).toBeNull();
  });
});
