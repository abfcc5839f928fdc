import { describe, expect, it } from 'vitest';
import type { FlowEdit } from '#api/flows/working-copy.ts';
import type { CommandLabel } from '#flow/commands/command.ts';
import { groupEdits, pauseMs } from './group-edits.ts';

const typing = { name: 'changeProperty', widget: 'ask', field: 'Message' };
const rename = (widget: string, target: string) => ({ name: 'renameWidget', widget, target });

function edit(seq: number, label: CommandLabel, rest: Partial<FlowEdit> = {}): FlowEdit {
  const origin = { author: null, author_name: 'Ann', client: 'a', at: seq * 1_000, revision: null };
  return { seq, id: `${seq}`, label, operations: [], ...origin, ...rest };
}

const rowsOf = (...edits: FlowEdit[]) =>
  groupEdits(edits.reverse()).map(({ first, last, label }) => [first, last, label]);

describe('the list of edits', () => {
  it('has what one person types in a field as one row', () => {
    expect(rowsOf(edit(1, typing), edit(2, typing), edit(3, typing))).toEqual([[1, 3, typing]]);
  });

  it('has a row for each person, field and undo', () => {
    const other = { ...typing, field: 'Reply stored as' };
    const rows = rowsOf(
      edit(1, typing),
      edit(2, typing, { author_name: 'Ben', client: 'b' }),
      edit(3, typing),
      edit(4, other),
      edit(5, { ...other, undo: 1 }),
    );
    expect(rows.map(([first, last]) => [first, last])).toEqual([
      [5, 5],
      [4, 4],
      [3, 3],
      [2, 2],
      [1, 1],
    ]);
  });

  it('begins a row after a pause, and has a revision as a row of its own', () => {
    const late = { at: 2_000 + pauseMs + 1 };
    const rows = rowsOf(
      edit(1, typing),
      edit(2, typing),
      edit(3, typing, late),
      edit(4, { name: 'saveRevision', revision: 2 }, { ...late, revision: 2 }),
      edit(5, { name: 'saveRevision', revision: 2 }, { ...late, revision: 3 }),
    );
    expect(rows.map(([first, last]) => [first, last])).toEqual([
      [5, 5],
      [4, 4],
      [3, 3],
      [1, 2],
    ]);
  });

  it('says a rename in several steps from the first name to the last', () => {
    expect(rowsOf(edit(1, rename('ask', 'ask_n')), edit(2, rename('ask_n', 'ask_name')))).toEqual([
      [1, 2, rename('ask', 'ask_name')],
    ]);
    const named = (flow: string) => ({ name: 'renameFlow', flow });
    expect(rowsOf(edit(1, named('S')), edit(2, named('Su')))).toEqual([[1, 2, named('Su')]]);
  });
});
