import { describe, expect, it } from 'vitest';
import type { Operation } from '../change/operation.ts';
import { addWidget } from '../edit/add-widget.ts';
import { insertNewOnCord } from '../edit/connect.ts';
import { removeWidgets } from '../edit/remove-widgets.ts';
import { renameWidget } from '../edit/rename-widget.ts';
import { setProperty } from '../edit/set-property.ts';
import { body, edited, entry, opened, setOf, start, textEdit, textIn, typed } from '../testing/editing.ts';
import { confirmAll, type EditorState, receive } from './editor.ts';
import { contestedStep, redo, settleContested, undo } from './undo.ts';

const by = { author: 'Ben', client: 'page-2' };
/** The editor after edits of another author, own commands being confirmed. */
const heard = (state: EditorState, ...operations: Operation[]) => {
  const confirmed = confirmAll(state);
  return receive(confirmed, [entry(confirmed.confirmed.seq + 1, ...operations)]) ?? state;
};
const labelsOf = (state: EditorState) =>
  [state.past, state.future].map((steps) => steps.map((each) => each.label.name));

/** One edit of two texts. */
const inBoth = (state: EditorState, text: string, [widget, key] = ['ask', 'body']) =>
  edited(state, 'a', (flow) => setProperty(setProperty(flow, 'greet', 'body', text), widget, key, text));

describe('undo and redo', () => {
  const typedTwice = () => typed(typed(opened, 'a', 'Hello you', null), 'b', 'Hello you two', null);

  it('go one step back and forth, each as a command of its own', () => {
    const two = typedTwice();
    const undone = undo(two, 'u');
    expect(textIn(undone.shown)).toBe('Hello you');
    expect(undone.pending.slice(2)).toEqual([
      {
        ...{ id: 'u', label: { name: 'b', undo: 1 }, gesture: null, sent: false },
        operations: [{ ...textEdit('greet', 9, -4), ifUnchanged: true }],
      },
    ]);
    expect(undone.past).toEqual(two.past.slice(0, 1));
    expect(undone.future).toEqual([
      {
        ...{ label: { name: 'b' }, gesture: null, text: 'Hello you two' },
        operations: [{ ...textEdit('greet', 9, ' two'), ifUnchanged: true }],
      },
    ]);
    const twice = undo(undone, 'v');
    expect(twice.shown).toEqual(start.copy);
    expect(labelsOf(twice)).toEqual([[], ['a', 'b']]);
    const redone = redo(twice, 'r');
    expect(redone.pending.at(-1)).toMatchObject({ id: 'r', label: { name: 'a' }, gesture: null });
    expect(redone.past).toEqual([{ ...two.past[0], text: 'Hello' }]);
    expect(labelsOf(redone)).toEqual([['a'], ['b']]);
    expect(redo(redone, 's').shown).toEqual(two.shown);
  });

  it('do nothing where there is no step', () => {
    expect(undo(opened, 'u')).toBe(opened);
    const two = typedTwice();
    expect(redo(two, 'r')).toBe(two);
  });

  it('send nothing where another author has done the same', () => {
    const moved = edited(opened, 'a', (flow) => setProperty(flow, 'greet', 'offset', { x: 1, y: 1 }));
    const state = heard(moved, setOf('greet', ['properties', 'offset'], { x: 2, y: 2 }));
    const undone = undo(state, 'u');
    expect(undone).toEqual({
      ...state,
      past: [],
      future: [{ label: { name: 'a' }, gesture: null, operations: [] }],
    });
  });

  it('leave out the steps about widgets of one that could not be undone as a whole', () => {
    const added = edited(
      opened,
      'a',
      (flow) => addWidget(flow, 'send-message', { x: 0, y: 0 }, 'new').definition,
    );
    const elsewhere = typed(typed(added, 'b', 'x', null, 'ask'), 'c', 'mine', null, 'new');
    const back = undo(elsewhere, 'u');
    const state = heard(undo(undo(back, 'v'), 'w'));
    expect(labelsOf(state)).toEqual([[], ['a', 'b', 'c']]);
    const used = heard(undo(back, 'v'), setOf('a.0', ['properties', 'from'], 'theirs'));
    expect(labelsOf(used)).toEqual([['a'], ['b', 'c']]);
    const kept = undo(used, 'w');
    expect(kept.shown).toEqual(used.shown);
    const inserted = edited(
      typed(opened, 'a', 'x', null),
      'b',
      (flow) =>
        insertNewOnCord(flow, { widget: 'greet', outlet: 'sent' }, 'send-message', { x: 0, y: 0 }).definition,
    );
    const met = heard(typed(inserted, 'c', 'x', null, 'ask'), setOf('b.0', ['properties', 'from'], 'theirs'));
    const undone = undo(undo(met, 'u'), 'v');
    expect(labelsOf(undone)).toEqual([[], ['b', 'c']]);
    expect(textIn(undone.shown)).toBe('x');
  });

  it('leave out the later steps about widgets of one that could not be done again', () => {
    const removed = edited(typed(opened, 'z', 'z', null, 'thank'), 'a', (flow) =>
      setProperty(removeWidgets(flow, ['ask']), 'greet', 'from', 'me'),
    );
    const all = typed(typed(removed, 'b', 'x', null), 'c', 'x', null, 'thank');
    const undone = undo(undo(undo(all, 'u'), 'v'), 'w');
    expect(labelsOf(redo(undone, 'r'))).toEqual([
      ['z', 'a'],
      ['b', 'c'],
    ]);
    const met = redo(heard(undone, textEdit('ask', 'Oh. ')), 'r');
    expect(labelsOf(met)).toEqual([['z', 'a'], ['c']]);
    expect(textIn(met.shown, 'ask')).toBe('Oh. Yes or no?');
  });
});

describe('a step about a text that another author has changed since', () => {
  const mine = () => typed(opened, 'a', 'Hello you', null);
  const meeting = () => heard(mine(), textEdit('greet', 5, -2, ' th'));

  it('is contested between the text before and the text now', () => {
    const met = meeting();
    expect(textIn(met.shown)).toBe('Hello thou');
    expect(contestedStep(met, 'undo')).toEqual({
      ...{ direction: 'undo', label: { name: 'a' }, by },
      ...{ before: 'Hello', now: 'Hello thou' },
    });
    expect(contestedStep(met, 'redo')).toBeNull();
  });

  it('is contested when it is to be done again, too', () => {
    const cut = typed(opened, 'a', 'He', null);
    const state = heard(undo(cut, 'u'), textEdit('greet', 3, -1, 'L'));
    expect(contestedStep(state, 'redo')).toEqual({
      ...{ direction: 'redo', label: { name: 'a' }, by },
      ...{ before: 'He', now: 'HelLo' },
    });
    expect(contestedStep(state, 'undo')).toBeNull();
  });

  it.each([
    ['there is none', () => opened],
    ['nobody has met it', mine],
    ['the other edit was elsewhere in the text', () => heard(mine(), textEdit('greet', 'Oh. '))],
    ['the text is as it was before', () => heard(meeting(), textEdit('greet', 5, -5))],
    ['the text is gone', () => heard(meeting(), setOf('greet', body, undefined))],
    ['its widget is gone', () => heard(meeting(), { kind: 'remove-widget', widget: 'greet' })],
  ])('is not contested where %s', (_, state) => {
    expect(contestedStep(state(), 'undo')).toBeNull();
  });

  it('keeps the text of the other author when it is undone', () => {
    const met = meeting();
    const undone = undo(met, 'u');
    expect(undone).toEqual({
      ...met,
      past: [],
      future: [{ label: { name: 'a' }, gesture: null, operations: [] }],
    });
  });

  it('is forgotten where the text stays', () => {
    const met = meeting();
    expect(settleContested(met, 'undo', false, 's')).toEqual({ ...met, past: [] });
    const other = typed(met, 'b', 'x', null, 'ask');
    const undone = { ...met, past: other.past.slice(1), future: met.past };
    expect(settleContested(undone, 'redo', false, 's')).toEqual({ ...undone, future: [] });
  });

  it('takes the whole text back where its author wants that, and can be done again', () => {
    const met = meeting();
    const settled = settleContested(met, 'undo', true, 's');
    expect(settled.shown).toEqual(start.copy);
    expect(settled.pending).toEqual([
      {
        ...{ id: 's', label: { name: 'a', undo: 1 }, gesture: null, sent: false },
        operations: [textEdit('greet', 5, -5)],
      },
    ]);
    expect(settled.past).toEqual([]);
    expect(settled.future).toEqual([
      {
        ...{ label: { name: 'a' }, gesture: null, text: 'Hello thou' },
        operations: [{ ...textEdit('greet', 5, ' thou'), ifUnchanged: true }],
      },
    ]);
    expect(textIn(redo(settled, 'r').shown)).toBe('Hello thou');
  });

  it('takes the whole text forth where it is done again, and can be undone', () => {
    const cut = typed(typed(opened, 'z', 'x', null, 'ask'), 'a', 'He', null);
    const state = heard(undo(cut, 'u'), textEdit('greet', 3, -1, 'L'));
    const settled = settleContested(state, 'redo', true, 's');
    expect(textIn(settled.shown)).toBe('He');
    expect(settled.pending).toMatchObject([{ id: 's', label: { name: 'a' } }]);
    expect(settled.pending[0]?.label).toEqual({ name: 'a' });
    expect(labelsOf(settled)).toEqual([['z', 'a'], []]);
    expect(textIn(undo(settled, 'v').shown)).toBe('HelLo');
  });

  it('makes the steps below about the text contested, too, and no others', () => {
    const below = typed(
      typed(typed(opened, 'a', 'Hello y', null), 'b', 'x', null, 'ask'),
      'c',
      'Hello you',
      null,
    );
    const moved = edited(below, 'd', (flow) => setProperty(flow, 'greet', 'offset', { x: 1, y: 1 }));
    const state = heard(undo(moved, 'u'), textEdit('greet', 7, -1, 'O'));
    const settled = settleContested(state, 'undo', true, 's');
    const marks = (steps: EditorState['past']) =>
      steps.map((step) => [step.label.name, step.operations.map(({ contested }) => contested)]);
    expect(marks(settled.past)).toEqual([
      ['a', [by]],
      ['b', [undefined]],
    ]);
    expect(marks(settled.future)).toEqual([
      ['c', [undefined]],
      ['d', [undefined]],
    ]);
    expect(textIn(settled.shown)).toBe('Hello y');
    expect(contestedStep(settled, 'undo')).toBeNull();
    expect(marks(settleContested(typed(opened, 'a', 'x', null), 'undo', false, 's').past)).toEqual([]);
  });

  it('is only left out where it is about several texts, or none is left', () => {
    const both = heard(inBoth(opened, 'xyz'), textEdit('greet', 1, -1));
    expect(both.past[0]?.operations.map(({ contested }) => contested)).toEqual([undefined, by]);
    expect(contestedStep(both, 'undo')).toBeNull();
    expect(settleContested(both, 'undo', true, 's')).toEqual({ ...both, past: [] });
    const noted = edited(opened, 'z', (flow) => setProperty(flow, 'greet', 'note', 'x'));
    const inOne = inBoth(noted, 'xyz', ['greet', 'note']);
    expect(settleContested(inOne, 'undo', true, 's')).toEqual({ ...inOne, past: noted.past });
    expect(settleContested(opened, 'undo', true, 's')).toEqual(opened);
    expect(settleContested(opened, 'redo', true, 's')).toEqual(opened);
  });
});

describe('a step', () => {
  const named = (state: EditorState, name: string) =>
    edited(state, 'a', (flow) => {
      const result = renameWidget(flow, 'greet', name);
      return result.ok ? result.definition : flow;
    });
  it.each([
    ['the text before it', () => typed(opened, 'a', 'x', null), 'Hello'],
    [
      'no text where there was none',
      () => edited(opened, 'a', (flow) => setProperty(flow, 'greet', 'from', 'x')),
      undefined,
    ],
    ['no text where it is about a name', () => named(opened, 'welcome'), undefined],
    [
      'no text where it is about a widget',
      () => edited(opened, 'a', (flow) => removeWidgets(flow, ['greet'])),
      undefined,
    ],
  ])('has %s', (_, made, text) => {
    const state = made();
    expect(state.past[0]?.text).toBe(text);
    expect(undo(state, 'u').shown).toEqual(start.copy);
    expect(redo(undo(state, 'u'), 'r').shown).toEqual(state.shown);
  });

  it('of a text that was emptied and typed again has the text from before', () => {
    const empty = edited(opened, 'a', (flow) => setProperty(flow, 'greet', 'body', undefined), {
      gesture: 'g',
    });
    const state = typed(typed(empty, 'b', 'x', 'g'), 'c', 'xy', 'g');
    expect(state.past).toMatchObject([{ text: 'Hello' }]);
    expect(typed(opened, 'a', 'x').past).toMatchObject([{ text: 'Hello' }]);
    const cleared = edited(
      typed(opened, 'a', 'x', 'g'),
      'b',
      (flow) => setProperty(flow, 'greet', 'body', undefined),
      { gesture: 'g' },
    );
    expect(cleared.past).toMatchObject([{ text: 'Hello' }]);
    const elsewhere = typed(typed(opened, 'a', 'x', 'g'), 'b', 'x', 'g', 'ask');
    expect(elsewhere.past[0]).not.toHaveProperty('text');
  });

  it('of a text that was not there before has none, also where it was typed letter by letter', () => {
    const note = (state: EditorState, text: string) =>
      edited(state, 'a', (flow) => setProperty(flow, 'greet', 'note', text), { gesture: 'g' });
    const path = ['properties', 'note'];
    const state = note(note(opened, 'x'), 'xyz');
    expect(state.past).toEqual([
      {
        ...{ label: { name: 'a' }, gesture: 'g', text: null },
        operations: [
          { kind: 'edit-text', widget: 'greet', path, edit: [1, -2], ifUnchanged: true },
          { kind: 'set', widget: 'greet', path, from: 'x', ifUnchanged: true },
        ],
      },
    ]);
    expect(undo(state, 'u').shown).toEqual(start.copy);
    const met = heard(state, { kind: 'edit-text', widget: 'greet', path, edit: [2, -1, 'Z'] });
    expect(contestedStep(met, 'undo')).toMatchObject({ before: '', now: 'xyZ' });
    expect(settleContested(met, 'undo', true, 's').shown).toEqual(
      edited(opened, 'a', (flow) => setProperty(flow, 'greet', 'note', '')).shown,
    );
  });
});
