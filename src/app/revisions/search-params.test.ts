import { describe, expect, it } from 'vitest';
import {
  comparisonOf,
  readComparison,
  readEditRange,
  readHistorySearch,
  shownRevisions,
} from './search-params.ts';

describe('the address of the history page', () => {
  it('names one revision, or two that are compared', () => {
    expect(readHistorySearch({ revision: 3, layout: true })).toEqual({ revision: 3, layout: true });
    expect(readHistorySearch({ compare: '3..5' })).toEqual({ compare: '3..5' });
    expect(readComparison('3..5')).toEqual({ from: 3, to: 5 });
    expect(readComparison('3..working')).toEqual({ from: 3, to: 'working' });
    expect(shownRevisions({ compare: '3..working' }, 4)).toEqual({
      from: 3,
      to: 'working',
      isComparison: true,
    });
  });

  it('has the view where it is not the canvas', () => {
    expect(readHistorySearch({ view: 'json' })).toEqual({ view: 'json' });
    expect(readHistorySearch({ view: 'canvas' })).toEqual({});
  });

  it.each(['3', '3..3', '0..2', 'a..b', '1..2..3', 'working..3', 'working..working', '', 12])(
    'leaves out %j as a comparison',
    (compare) => {
      expect(readHistorySearch({ compare })).toEqual({});
    },
  );

  it('names edits, from the first to the last', () => {
    const search = { list: 'edits' as const, edits: '118..123' };
    expect(readHistorySearch(search)).toEqual(search);
    expect(readEditRange('118..123')).toEqual({ first: 118, last: 123 });
    for (const edits of ['5..4', '0..1', '7', '', 7]) expect(readHistorySearch({ edits })).toEqual({});
  });

  it.each([0, -1, 1.5, '3', null])('leaves out %j as a revision', (revision) => {
    expect(readHistorySearch({ revision })).toEqual({});
  });

  it('filters the list, by what can be a filter', () => {
    const filters = { status: 'draft', source: 'cli', q: 'menu', from: '2026-11-01', to: '2026-11-02' };
    expect(readHistorySearch({ ...filters, revision: 2 })).toEqual({ ...filters, revision: 2 });
    expect(readHistorySearch({ q: 404 })).toEqual({ q: '404' });
    expect(
      readHistorySearch({ status: 'live', author: 'Ada', source: 'fax', q: ' ', from: '2026-13-45', to: 7 }),
    ).toEqual({});
  });

  it('compares the older with the newer', () => {
    expect(comparisonOf(5, 3)).toBe('3..5');
    expect(comparisonOf(3, 5)).toBe('3..5');
    expect(comparisonOf('working', 5)).toBe('5..working');
    expect(comparisonOf(5, 'working')).toBe('5..working');
  });

  it('shows a revision against the one before, the newest when none is named', () => {
    expect(shownRevisions({}, 4)).toEqual({ from: 3, to: 4, isComparison: false });
    expect(shownRevisions({ revision: 1 }, 4)).toEqual({ from: null, to: 1, isComparison: false });
    expect(shownRevisions({ compare: '1..3' }, 4)).toEqual({ from: 1, to: 3, isComparison: true });
    expect(shownRevisions({}, null)).toBeNull();
  });
});
