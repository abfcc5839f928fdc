/** Sums, comparison and CSV of the statistics of sent email. */

import { describe, expect, it } from 'vitest';
import { type EmailMetrics, emailMetrics } from '#api/email/email-stats.ts';
import { changeOf, metricsCsv, rangeBefore, shownMetrics, sumOf } from './metrics.ts';

const metrics = (some: Partial<EmailMetrics>) => ({
  ...(Object.fromEntries(emailMetrics.map((name) => [name, 0])) as EmailMetrics),
  ...some,
});

describe('the statistics of sent email', () => {
  it('show every metric once', () => {
    expect(shownMetrics.toSorted()).toEqual(emailMetrics.toSorted());
  });

  it('compare with as many days right before', () => {
    expect(rangeBefore({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
      from: '2026-10-02',
      to: '2026-10-31',
    });
    expect(rangeBefore({ from: '2024-03-01', to: '2024-03-01' })).toEqual({
      from: '2024-02-29',
      to: '2024-02-29',
    });
    expect([changeOf(3, 2), changeOf(0, 4), changeOf(3, 0)]).toEqual([0.5, -1, null]);
  });

  it('have in the CSV what the sums are made of', () => {
    const entries = [
      { date: '2026-11-01', metrics: metrics({ requests: 3, delivered: 2 }) },
      { date: '2026-11-02', metrics: metrics({ requests: 1, unsubscribe_drops: 5 }) },
    ];
    expect(sumOf(entries)).toMatchObject({ requests: 4, delivered: 2, unsubscribe_drops: 5, opens: 0 });
    const lines = metricsCsv(entries).trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]?.split(',')).toEqual(['date', ...shownMetrics]);
    expect(lines[2]).toBe('2026-11-02,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,5');
  });
});
