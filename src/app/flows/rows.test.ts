import { describe, expect, it } from 'vitest';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { isShown, rowsOf, searchRows, sortRows, taggedRows } from './rows.ts';

const summary = (sid: string, more: Partial<FlowSummary> = {}): FlowSummary => ({
  sid,
  friendly_name: sid,
  description: '',
  tags: [],
  status: 'published',
  revision: 1,
  published_revision: 1,
  state: 'published',
  unpublished_changes: 0,
  last_edit: null,
  valid: true,
  errors: 0,
  warnings: 0,
  checked_edit: 0,
  triggers: [],
  active_executions: 0,
  date_updated: '2026-01-01T00:00:00Z',
  outline: [],
  ...more,
});

const rows = rowsOf(
  [
    summary('FW1', {
      friendly_name: 'Night line',
      description: 'Voicemail',
      tags: ['Front desk'],
      active_executions: 2,
    }),
    summary('FW2', {
      friendly_name: 'order 10',
      status: 'draft',
      state: 'draft',
      published_revision: null,
      unpublished_changes: null,
      errors: 1,
      date_updated: '2026-01-03T00:00:00Z',
    }),
    summary('FW3', { friendly_name: 'Order 9', state: 'changed', unpublished_changes: 2 }),
  ],
  [{ id: 'local-1', name: 'Broken', description: '', at: Date.parse('2026-01-02T00:00:00Z') }],
);
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('the rows of the flows page', () => {
  it('match every word of the search in name, tags, description or SID, whatever the case and order', () => {
    expect(ids(searchRows(rows, 'LINE voice'))).toEqual(['FW1']);
    expect(ids(searchRows(rows, 'fw3'))).toEqual(['FW3']);
    expect(ids(searchRows(rows, 'desk night'))).toEqual(['FW1']);
    expect(ids(searchRows(rows, '  '))).toHaveLength(4);
  });

  it('are found in spite of a small misspelling, unless some are spelt as it was typed', () => {
    expect(ids(searchRows(rows, 'nigth line'))).toEqual(['FW1']);
    expect(ids(searchRows(rows, 'ordr'))).toEqual(['FW2', 'FW3']);
    expect(ids(searchRows(rows, 'order 10'))).toEqual(['FW2']);
  });

  it('have all of the chosen tags', () => {
    expect(ids(taggedRows(rows, ['front desk']))).toEqual(['FW1']);
    expect(ids(taggedRows(rows, ['front desk', 'recalls']))).toEqual([]);
    expect(ids(taggedRows(rows, []))).toHaveLength(4);
  });

  it('are each counted in one state', () => {
    expect(ids(rows.filter((row) => isShown(row, 'published')))).toEqual(['FW1']);
    expect(ids(rows.filter((row) => isShown(row, 'changed')))).toEqual(['FW3']);
    expect(ids(rows.filter((row) => isShown(row, 'draft')))).toEqual(['local-1', 'FW2']);
    expect(ids(rows.filter((row) => isShown(row, 'errors')))).toEqual(['local-1', 'FW2']);
  });

  it('are sorted by last update, by name (numeric), or by active executions', () => {
    expect(ids(sortRows(rows, 'updated'))).toEqual(['FW2', 'local-1', 'FW1', 'FW3']);
    expect(ids(sortRows(rows, 'name'))).toEqual(['local-1', 'FW1', 'FW3', 'FW2']);
    expect(ids(sortRows(rows, 'active'))[0]).toBe('FW1');
  });
});
