import { describe, expect, it } from 'vitest';
import { applyOperations } from '../change/apply.ts';
import { operationsBetween } from '../change/derive.ts';
import { workingCopyOf } from '../change/working-copy.ts';
import type { FlowDefinition } from '../definition.ts';
import { hasSameBehaviour } from '../diff/behaviour.ts';
import { merge } from '../merge/merge.ts';
import { appointmentFlow } from '../testing/test-flow.ts';
import { validate } from '../validation/validate.ts';
import { changeNote, type Note, notesOf, putNote, removeNote } from './notes.ts';

const note: Note = { x: 40, y: -20, width: 240, height: 120, color: 'blue', text: 'Ask **legal**' };
const flow = appointmentFlow();
const noted = putNote(flow, 'a', note);

describe('notes', () => {
  it('are added, changed and removed, and leave nothing behind', () => {
    expect([...notesOf(noted)]).toEqual([['a', note]]);
    const moved = changeNote(noted, 'a', { x: 10.4, width: 3, text: 'Now' });
    expect(notesOf(moved).get('a')).toEqual({ ...note, x: 10, width: 80, text: 'Now' });
    expect(removeNote(moved, 'a')).toEqual(flow);
    expect(removeNote(flow, 'a')).toBe(flow);
    expect(changeNote(flow, 'a', { x: 1 })).toBe(flow);
  });

  it('keep what others put into them, and entries that are none', () => {
    const strange = { ...flow, ui: { notes: { a: { ...note, pinned: true }, b: 3, c: { text: 'x' } } } };
    expect([...notesOf(strange).keys()]).toEqual(['a']);
    for (const id of ['b', 'c', 'd']) expect(changeNote(strange, id, { text: 'y' })).toBe(strange);
    const bare = {
      ...flow,
      ui: { notes: { a: { x: 1, y: 2, text: 'x' }, b: { x: 1, y: 2, text: 3 }, c: null } },
    };
    expect([...notesOf(bare)]).toEqual([
      ['a', { x: 1, y: 2, width: 240, height: 120, color: 'yellow', text: 'x' }],
    ]);
    const { ui } = changeNote(strange, 'a', { color: 'pink' });
    expect(ui).toEqual({ notes: { a: { ...note, color: 'pink', pinned: true }, b: 3, c: { text: 'x' } } });
    expect(notesOf({ ...flow, ui: { notes: [note] } } as FlowDefinition).size).toBe(0);
  });

  it('change neither the behaviour nor the findings', () => {
    expect(hasSameBehaviour(flow, noted)).toBe(true);
    expect(validate(noted)).toEqual(validate(flow));
  });

  it('that two people write at once keep both texts', () => {
    const copy = workingCopyOf({ name: 'x', definition: noted });
    const operations = operationsBetween(
      copy,
      { name: 'x', definition: changeNote(noted, 'a', { text: 'Ask **legal** first' }) },
      () => 'new',
    );
    expect(operations).toMatchObject([{ kind: 'edit-text' }]);
    const other = applyOperations(copy, [
      { kind: 'set', widget: null, path: ['definition', 'ui', 'notes', 'b'], to: { ...note } },
    ]).copy;
    expect([...notesOf(applyOperations(other, operations).copy.definition).keys()]).toEqual(['a', 'b']);
  });

  it('of two branches are merged one by one, and moves never conflict', () => {
    const ours = putNote(changeNote(noted, 'a', { x: 1 }), 'b', note);
    const theirs = putNote(changeNote(noted, 'a', { x: 2, text: 'Theirs' }), 'c', note);
    const merged = merge({ base: noted, ours, theirs });
    const notes = merged.ok ? notesOf(merged.definition) : new Map();
    expect([...notes.keys()]).toEqual(['a', 'b', 'c']);
    expect(notes.get('a')).toMatchObject({ x: 1, text: 'Theirs' });
    const clash = merge({
      base: noted,
      ours: changeNote(noted, 'a', { text: 'Ours' }),
      theirs: changeNote(noted, 'a', { text: 'Theirs' }),
    });
    expect(clash).toMatchObject({ ok: false, conflicts: [{ widget: null, part: 'ui' }] });
  });
});
