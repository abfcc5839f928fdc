/** The chart and the sentence below it say the same. */

import { describe, expect, it } from 'vitest';
import type { AlertRuleGaps, GapResource } from '#api/alerts/schemas.ts';
import { barsOf, limitAt, scaleOf, timesTold } from './gap-bars.ts';

const gap = (minutes: number, multiple: number): GapResource => ({
  ...{ date_began: '2026-11-20T08:00:00Z', date_ended: '2026-11-20T09:00:00Z' },
  ...{ minutes, multiple, is_least: false },
});

/** Of a flow that is started every six minutes by day, and every twenty in the evening. */
const gaps: AlertRuleGaps = {
  ...{ key: 'no-starts.FW', usual_minutes: 6, open: gap(146, 24.33), multiples: [4, 24.33, 2.5] },
  half_days: [gap(12, 2), gap(80, 4), gap(24, 4), null].map((each, index) => ({
    ...{ date_began: `2026-11-${20 + index}T00:00:00Z`, gap: each },
  })),
};

describe('the columns of gaps', () => {
  it('are over the limit of their own hours', () => {
    const bars = barsOf(gaps, 3);
    expect(bars.map(({ limit }) => Math.round(limit ?? -1))).toEqual([18, 60, 18, -1, 18]);
    expect(bars.map(({ isOver }) => isOver)).toEqual([false, true, true, false, true]);
    expect(barsOf(gaps, 5).map(({ isOver }) => isOver)).toEqual([false, false, false, false, true]);
  });

  it('are never over ten minutes of a flow that is started all the time', () => {
    const busy = { ...gaps, open: gap(8, 80) };
    expect(barsOf(busy, 3).at(-1)).toMatchObject({ limit: 10, isOver: false });
    expect(limitAt(3, 0.1)).toBe(10);
  });

  it('fit the scale, with the limit, but for those that are far over it', () => {
    expect(scaleOf(barsOf(gaps, 3), 18)).toBe(240);
    const low = { ...gaps, half_days: [] };
    expect(scaleOf(barsOf(low, 3), 18)).toBe(60);
    expect(scaleOf(barsOf(low, 90), 540)).toBe(720);
  });
});

it('counts the alerts that a threshold would have opened', () => {
  expect([2, 3, 4, 25].map((threshold) => timesTold(gaps, threshold))).toEqual([3, 2, 2, 0]);
});
