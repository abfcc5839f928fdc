/** Links to a range of days: what is no range is left out, and one day is one. */

import { expect, it } from 'vitest';
import { readInboundSearch, readOverviewSearch, readSentStatsSearch } from './search-params.ts';

it.each([readInboundSearch, readOverviewSearch, readSentStatsSearch])('%o reads days', (readSearch) => {
  const range = (from?: string, to?: string) => readSearch({ from, to, by: 'week' });
  expect(range('2026-03-01', '2026-03-07')).toEqual({ from: '2026-03-01', to: '2026-03-07', by: 'week' });
  expect(range('2026-03-01', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01', by: 'week' });
  expect(range('2026-03-07', '2026-03-01')).toEqual({ by: 'week' });
  expect(range('2026-03-07')).toEqual({ by: 'week' });
});
