/** Ranges, names and totals of the chart of inbound mail. */

import { describe, expect, it } from 'vitest';
import { calendarDay, calendarMonth } from '../../../words/date-time.ts';
import { csvOf, cutToRange, daysBefore, daysIn, periodName, totalsOf } from './stats-range.ts';

describe('the chart of received emails', () => {
  it('counts days over the end of a month, a leap day and a change of the clock', () => {
    expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29');
    expect(daysIn({ from: '2024-02-28', to: '2024-03-01' })).toBe(3);
    expect(daysIn({ from: '2026-10-20', to: '2026-11-02' })).toBe(14);
    expect(daysIn({ from: '2026-11-02', to: '2026-11-02' })).toBe(1);
  });

  it('names weeks by the days that were counted', () => {
    const range = { to: '2026-11-12' };
    expect(periodName('week', '2026-11-04', range)).toBe(
      `${calendarDay('2026-11-04')} – ${calendarDay('2026-11-08')}`,
    );
    expect(periodName('week', '2026-11-09', range)).toBe(
      `${calendarDay('2026-11-09')} – ${calendarDay('2026-11-12')}`,
    );
    expect(periodName('week', '2026-11-08', range)).toBe(
      `${calendarDay('2026-11-08')} – ${calendarDay('2026-11-08')}`,
    );
    expect(periodName('day', '2026-11-09', range)).toBe(calendarDay('2026-11-09'));
    expect(periodName('month', '2026-11-01', range)).toBe(calendarMonth('2026-11-01'));
  });

  it('begins the first week with the first day of the range, in table, chart and CSV', () => {
    const counts = [
      { date: '2026-11-02', received: 1 },
      { date: '2026-11-09', received: 2 },
    ];
    const cut = cutToRange(counts, '2026-11-04');
    expect(cut.map(({ date }) => date)).toEqual(['2026-11-04', '2026-11-09']);
    expect(csvOf(['date', 'received'], cut)).toBe('date,received\r\n2026-11-04,1\r\n2026-11-09,2\r\n');
    expect(periodName('week', '2026-11-04', { to: '2026-11-30' })).toContain(calendarDay('2026-11-04'));
  });

  it('finds the busiest period, or none without emails', () => {
    const counts = [
      { date: '2026-11-01', received: 2 },
      { date: '2026-11-02', received: 9 },
      { date: '2026-11-03', received: 0 },
    ];
    expect(totalsOf(counts, 3)).toEqual({ received: 11, average: 4, busiest: counts[1] });
    expect(totalsOf([{ date: '2026-11-01', received: 0 }], 1)).toEqual({
      received: 0,
      average: 0,
      busiest: null,
    });
  });

  it('writes CSV with one line for each period', () => {
    expect(csvOf(['date', 'received'], [{ date: '2026-11-01', received: 2 }])).toBe(
      'date,received\r\n2026-11-01,2\r\n',
    );
  });
});
