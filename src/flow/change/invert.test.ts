/** The operations of an undo: each changes only what is still as its author left it. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '../definition.ts';
import { applyOperations } from './apply.ts';
import { invertOperations } from './invert.ts';
import type { Operation } from './operation.ts';
import { workingCopyOf } from './working-copy.ts';

const states: State[] = [
  {
    name: 'start',
    type: 'trigger',
    transitions: [{ event: 'incomingMessage', next: 'ask' }, { event: 'incomingCall' }],
  },
  {
    name: 'ask',
    type: 'send-message',
    properties: { body: 'Hello', list: [{ n: 1 }, { n: 2 }] },
    transitions: [{ event: 'sent', next: 'tell' }],
  },
  { name: 'tell', type: 'send-message', properties: { body: 'ask {{widgets.ask.a}}' }, transitions: [] },
];
const copy = workingCopyOf({
  name: 'Shop',
  definition: { description: '', initial_state: 'start', states } as FlowDefinition,
});
const [start = '', ask = '', tell = ''] = copy.widgets;

/** The undo, which gives back what was before. */
function undoOf(...operations: Operation[]): Operation[] {
  const undo = invertOperations(copy, operations);
  const { copy: made, skipped } = applyOperations(copy, operations);
  expect(skipped).toEqual([]);
  expect(applyOperations(made, undo)).toEqual({ copy, skipped: [] });
  return undo;
}
const path = ['properties', 'body'];
const ifUnchanged = true as const;

describe('the undo of a value', () => {
  it('sets it back', () => {
    expect(undoOf({ kind: 'set', widget: ask, path, to: 'Hi' })).toEqual([
      { kind: 'set', widget: ask, path, from: 'Hi', to: 'Hello', ifUnchanged },
    ]);
    expect(undoOf({ kind: 'set', widget: ask, path })).toEqual([
      { kind: 'set', widget: ask, path, to: 'Hello', ifUnchanged },
    ]);
    expect(undoOf({ kind: 'set', widget: start, path: ['properties'], to: {} })).toEqual([
      { kind: 'set', widget: start, path: ['properties'], from: {}, ifUnchanged },
    ]);
  });

  it('edits a text back', () => {
    expect(undoOf({ kind: 'edit-text', widget: ask, path, edit: [1, -1, 'a'] })).toEqual([
      { kind: 'edit-text', widget: ask, path, edit: [1, 'e', -1], ifUnchanged },
    ]);
    const from = ['properties', 'from'];
    expect(undoOf({ kind: 'edit-text', widget: ask, path: from, edit: ['me'] })).toEqual([
      { kind: 'set', widget: ask, path: from, from: 'me', ifUnchanged },
    ]);
  });
});

describe('the undo of a list', () => {
  const list = ['properties', 'list'];

  it('deletes, inserts and moves its items back', () => {
    expect(undoOf({ kind: 'insert', widget: ask, path: list, at: 1, value: { n: 3 } })).toEqual([
      { kind: 'delete', widget: ask, path: list, at: 1, value: { n: 3 }, ifUnchanged },
    ]);
    expect(undoOf({ kind: 'delete', widget: ask, path: list, at: 1, value: { n: 9 } })).toEqual([
      { kind: 'insert', widget: ask, path: list, at: 1, value: { n: 2 } },
    ]);
    expect(undoOf({ kind: 'reorder', widget: ask, path: list, from: 0, to: 1 })).toEqual([
      { kind: 'reorder', widget: ask, path: list, from: 1, to: 0 },
    ]);
    const lost: Operation = { kind: 'delete', widget: ask, path: list, at: 7, value: 1 };
    expect(invertOperations(copy, [lost])).toEqual([]);
  });
});

describe('the undo of a connection', () => {
  it('leads back', () => {
    expect(undoOf({ kind: 'connect', widget: start, at: 0, from: ask, to: tell })).toEqual([
      { kind: 'connect', widget: start, at: 0, from: tell, to: ask, ifUnchanged },
    ]);
    expect(undoOf({ kind: 'connect', widget: start, at: 1, from: null, to: tell })).toEqual([
      { kind: 'connect', widget: start, at: 1, from: tell, to: null, ifUnchanged },
    ]);
  });
});

describe('the undo of a widget', () => {
  it('removes an added one as it is after all', () => {
    const state = { name: 'bye', type: 'send-message' };
    const add: Operation = { kind: 'add-widget', widget: 'new', at: 3, state };
    expect(undoOf(add)).toEqual([{ kind: 'remove-widget', widget: 'new', state, sources: [], ifUnchanged }]);
    const connect: Operation = { kind: 'connect', widget: start, at: 1, from: null, to: 'new' };
    expect(undoOf(add, connect)).toEqual([
      { kind: 'connect', widget: start, at: 1, from: 'new', to: null, ifUnchanged },
      { kind: 'remove-widget', widget: 'new', state, sources: [start], ifUnchanged },
    ]);
  });

  it('adds a removed one with what led to it', () => {
    expect(undoOf({ kind: 'remove-widget', widget: ask })).toEqual([
      { kind: 'add-widget', widget: ask, at: 1, state: states[1] },
      { kind: 'connect', widget: start, at: 0, from: null, to: ask, ifUnchanged },
    ]);
    expect(invertOperations(copy, [{ kind: 'remove-widget', widget: 'lost' }])).toEqual([]);
  });

  it('adds the first with the start of the flow', () => {
    const other: Operation = {
      kind: 'add-widget',
      widget: 'new',
      at: 3,
      state: { name: 'begin', type: 'trigger' },
    };
    expect(undoOf(other, { kind: 'remove-widget', widget: start })).toEqual([
      { kind: 'add-widget', widget: start, at: 0, state: states[0] },
      {
        kind: 'set',
        widget: null,
        path: ['definition', 'initial_state'],
        from: 'begin',
        to: 'start',
        ifUnchanged,
      },
      {
        kind: 'remove-widget',
        widget: 'new',
        state: { name: 'begin', type: 'trigger' },
        sources: [],
        ifUnchanged,
      },
    ]);
  });

  it('renames it back, with the texts that it changed', () => {
    expect(undoOf({ kind: 'rename-widget', widget: ask, from: 'ask', to: 'question' })).toEqual([
      { kind: 'rename-widget', widget: ask, from: 'question', to: 'ask', ifUnchanged },
    ]);
  });

  it('orders them back', () => {
    const to = [tell, start, ask];
    expect(undoOf({ kind: 'order-widgets', from: copy.widgets, to })).toEqual([
      { kind: 'order-widgets', from: to, to: copy.widgets, ifUnchanged },
    ]);
  });

  it('replaces the whole back', () => {
    const definition = { description: '', initial_state: 'z', states: [{ name: 'z', type: 'x' }] };
    const replace: Operation = {
      kind: 'replace',
      from: {},
      to: definition,
      fromWidgets: [],
      toWidgets: ['z'],
    };
    expect(undoOf(replace)).toEqual([
      {
        kind: 'replace',
        from: definition,
        to: copy.definition,
        fromWidgets: ['z'],
        toWidgets: copy.widgets,
        ifUnchanged,
      },
    ]);
  });
});
