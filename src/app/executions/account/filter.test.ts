import { expect, it } from 'vitest';
import { readAccountSearch } from '../search-params.ts';
import { accountFilterOf, isFiltered } from './filter.ts';

const flow = `FW${'1'.repeat(32)}`;

it('reads what the address may say and drops the rest', () => {
  expect(
    readAccountSearch({
      show: 'active',
      flow,
      revision: 3,
      contact: 447700900142,
      error: 'any',
      from: '2026-11-01',
      to: 'never',
      page: '<',
      other: 'x',
    }),
  ).toEqual({ show: 'active', flow, revision: 3, contact: '447700900142', error: 'any', from: '2026-11-01' });
  expect(readAccountSearch({ flow: 'FW1', revision: -1, error: 'x', widget: ' ' })).toEqual({});
});

it('gives the API only the filters that are set, with the last day included', () => {
  const filter = accountFilterOf({ show: 'ended', from: '2026-11-01', to: '2026-11-30' });
  expect(filter).toEqual({
    Status: 'ended',
    DateCreatedFrom: new Date(2026, 10, 1).toISOString(),
    DateCreatedTo: new Date(2026, 11, 1).toISOString(),
  });
});

it('knows whether anything is filtered', () => {
  expect(isFiltered({})).toBe(false);
  expect(isFiltered({ page: 'PAxxxxxxxxyy' })).toBe(false);
  expect(isFiltered({ event: 'timeout' })).toBe(true);
});
