import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#api/flows/history.ts';
import { groupHistory } from './group-history.ts';

const start = Date.parse('2026-11-06T12:00:00Z');
const entry = (revision: number, minutes: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  revision,
  status: 'draft',
  author_sid: `US${'1'.repeat(32)}`,
  author_name: null,
  key: null,
  source: 'page',
  source_revision: null,
  edit_seq: null,
  message: null,
  summary: null,
  date_created: new Date(start + minutes * 60_000).toISOString(),
  ...more,
});
const folded = (entries: HistoryEntry[], open: number[] = [], shown: number | null = null) =>
  groupHistory(entries, new Set(open), shown).map(({ entry: { revision }, saves, isFolded }) =>
    isFolded ? `  ${revision}` : `${revision}+${saves}`,
  );

describe('the rows of the history', () => {
  it('are one for the saves of an author within 15 minutes of the newest', () => {
    expect(folded([entry(4, 20), entry(3, 10), entry(2, 5), entry(1, 4)])).toEqual(['4+2', '1+0']);
  });

  it('unfold when asked, and for the revision that is shown', () => {
    const entries = [entry(3, 2), entry(2, 1), entry(1, 0)];
    expect(folded(entries, [3])).toEqual(['3+2', '  2', '  1']);
    expect(folded(entries, [], 1)).toEqual(['3+2', '  2', '  1']);
    expect(folded(entries, [], 3)).toEqual(['3+2']);
  });

  it('never fold what was published, restored or made by somebody else', () => {
    const key = { sid: `SK${'1'.repeat(32)}`, friendly_name: 'Deploy' };
    const entries = [
      entry(5, 4),
      entry(4, 3, { status: 'published' }),
      entry(3, 2, { source: 'restore' }),
      entry(2, 1, { key }),
      entry(1, 0),
    ];
    expect(folded(entries)).toEqual(['5+0', '4+0', '3+0', '2+0', '1+0']);
  });
});
