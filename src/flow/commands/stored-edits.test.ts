/**
 * What version 0.1 has stored opens: edits, snapshots and a draft of a browser, and the comparison and the merge that it
 * reported. `testing/stored-0.1.jsonl` was written by that version, one value a line.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalText } from '../canonical/canonical.ts';
import type { WorkingCopy } from '../change/working-copy.ts';
import { applyDiff } from '../diff/apply.ts';
import type { FlowDiff } from '../diff/change.ts';
import { diff } from '../diff/diff.ts';
import { type MergeResult, merge } from '../merge/merge.ts';
import type { LoggedCommand } from './command.ts';
import { type EditorState, nextToSend, sendAgain } from './editor.ts';
import { type Numbered, replay } from './log.ts';
import { readCommand } from './read-command.ts';
import { contestedStep, redo, undo } from './undo.ts';

type Draft = {
  editor: EditorState;
  undone: WorkingCopy;
  redone: WorkingCopy;
  sent: { base: number; ids: string[] };
};
type Stored = {
  start: Numbered;
  edit: LoggedCommand;
  snapshot: Numbered;
  draft: Draft;
  diff: { from: number; to: number; result: FlowDiff };
  merge: { base: number; ours: number; theirs: number; result: MergeResult };
};

const lines = readFileSync(new URL('../testing/stored-0.1.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Partial<Stored>);

function stored<Kind extends keyof Stored>(kind: Kind): Stored[Kind][] {
  return lines.flatMap((line) => (line[kind] === undefined ? [] : [line[kind]]));
}

function only<Kind extends keyof Stored>(kind: Kind): Stored[Kind] {
  const [value] = stored(kind);
  if (value === undefined) throw new Error(`There is no ${kind}.`);
  return value;
}

const log = stored('edit');
const copyAt = (seq: number) => replay(only('start'), log.slice(0, seq)).copy;
const definitionAt = (seq: number) => copyAt(seq).definition;

describe('what version 0.1 has stored', () => {
  it('has operations of every kind, and each can be read', () => {
    const { past, future } = only('draft').editor;
    const operations = [...log, ...past, ...future].flatMap((each) => each.operations);
    expect(new Set(operations.map(({ kind }) => kind)).size).toBe(11);
    expect(log.filter((each) => !readCommand(each).ok)).toEqual([]);
  });

  it('gives the snapshots again from the log', () => {
    for (const { seq, copy } of stored('snapshot')) expect(copyAt(seq)).toEqual(copy);
  });

  it('is edited further from a draft', () => {
    const { editor, undone, redone, sent } = only('draft');
    const next = nextToSend(sendAgain(editor), 100);
    expect(next?.base).toBe(sent.base);
    expect(next?.commands.map(({ id }) => id)).toEqual(sent.ids);
    let state = editor;
    for (let nth = 0; nth < 12; nth += 1) state = undo(state, `undo-${nth}`);
    expect(state.shown).toEqual(undone);
    for (let nth = 0; nth < 12; nth += 1) state = redo(state, `redo-${nth}`);
    expect(state.shown).toEqual(redone);
    const contested = editor.past.findLastIndex(({ operations }) =>
      operations.some((each) => each.contested !== undefined),
    );
    const steps = { ...editor, past: editor.past.slice(0, contested + 1) };
    expect(contestedStep(steps, 'undo')).toMatchObject({ by: { author: 'Ben' }, before: 'one two three' });
  });

  it('is compared and merged as it was', () => {
    const { from, to, result } = only('diff');
    // Since 0.2.0 a change has a label beside what it had.
    expect(diff(definitionAt(from), definitionAt(to))).toMatchObject(result);
    const applied = applyDiff(definitionAt(from), result);
    expect(applied.ok && canonicalText(applied.definition)).toBe(canonicalText(definitionAt(to)));
    const { base, ours, theirs, result: merged } = only('merge');
    const [was, mine, yours] = [base, ours, theirs].map(definitionAt);
    if (was === undefined || mine === undefined || yours === undefined) throw new Error('No versions.');
    expect(merge({ base: was, ours: mine, theirs: yours })).toEqual(merged);
  });
});
