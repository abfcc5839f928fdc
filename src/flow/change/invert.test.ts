/** The operations of an undo: each changes only what is still as its author left it. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State, Transition } from '../definition.ts';
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

/** The same of a flow of these widgets. */
function undoIn(states: State[], operation: Operation, definition: object = {}): Operation[] {
  const before = workingCopyOf({ name: '', definition: { ...copy.definition, states, ...definition } });
  const undo = invertOperations(before, [operation]);
  const made = applyOperations(before, [operation]).copy;
  expect(applyOperations(made, undo).copy).toEqual(before);
  return undo;
}
const path = ['properties', 'body'];
const ifUnchanged = true as const;

describe('the undo of a value', () => {
  it('sets it back', () => {
    expect(undoOf({ kind: 'set', widget: ask, path, to: 'Hi' })).toStrictEqual([
      { kind: 'set', widget: ask, path, from: 'Hi', to: 'Hello', ifUnchanged },
    ]);
    expect(undoOf({ kind: 'set', widget: ask, path })).toStrictEqual([
      { kind: 'set', widget: ask, path, to: 'Hello', ifUnchanged },
    ]);
    expect(undoOf({ kind: 'set', widget: start, path: ['properties'], to: {} })).toStrictEqual([
      { kind: 'set', widget: start, path: ['properties'], from: {}, ifUnchanged },
    ]);
  });

  it('is none where nothing was changed, or could be', () => {
    expect(invertOperations(copy, [{ kind: 'set', widget: ask, path, to: 'Hello' }])).toEqual([]);
    expect(invertOperations(copy, [{ kind: 'set', widget: 'lost', path, to: 'Hello' }])).toEqual([]);
  });

  it('edits a text back', () => {
    expect(undoOf({ kind: 'edit-text', widget: ask, path, edit: [1, -1, 'a'] })).toStrictEqual([
      { kind: 'edit-text', widget: ask, path, edit: [1, 'e', -1], ifUnchanged },
    ]);
    const from = ['properties', 'from'];
    expect(undoOf({ kind: 'edit-text', widget: ask, path: from, edit: ['me'] })).toStrictEqual([
      { kind: 'set', widget: ask, path: from, from: 'me', ifUnchanged },
    ]);
  });
});

describe('the undo of a list', () => {
  const list = ['properties', 'list'];

  it('deletes, inserts and moves its items back', () => {
    expect(undoOf({ kind: 'insert', widget: ask, path: list, at: 1, value: { n: 3 } })).toStrictEqual([
      { kind: 'delete', widget: ask, path: list, at: 1, value: { n: 3 }, ifUnchanged },
    ]);
    expect(undoOf({ kind: 'delete', widget: ask, path: list, at: 1, value: { n: 9 } })).toStrictEqual([
      { kind: 'insert', widget: ask, path: list, at: 1, value: { n: 2 } },
    ]);
    expect(undoOf({ kind: 'reorder', widget: ask, path: list, from: 0, to: 1 })).toStrictEqual([
      { kind: 'reorder', widget: ask, path: list, from: 1, to: 0 },
    ]);
    const lost: Operation = { kind: 'delete', widget: ask, path: list, at: 7, value: 1 };
    expect(invertOperations(copy, [lost])).toEqual([]);
  });
});

describe('the undo of a connection', () => {
  it('leads back', () => {
    expect(undoOf({ kind: 'connect', widget: start, at: 0, from: ask, to: tell })).toStrictEqual([
      { kind: 'connect', widget: start, at: 0, from: tell, to: ask, ifUnchanged },
    ]);
    expect(undoOf({ kind: 'connect', widget: start, at: 1, from: null, to: tell })).toStrictEqual([
      { kind: 'connect', widget: start, at: 1, from: tell, to: null, ifUnchanged },
    ]);
  });
});

describe('the undo of a connection beside a widget without a name', () => {
  it('leads nowhere again', () => {
    const states = [{ name: 'a', transitions: [{ event: 'next' }] }, { type: 'x' }];
    const connect: Operation = { kind: 'connect', widget: 'a', at: 0, from: null, to: 'a' };
    expect(undoIn(states, connect)).toStrictEqual([{ ...connect, from: 'a', to: null, ifUnchanged }]);
  });
});

describe('the undo of a widget', () => {
  it('adds one that was there in between, and removes it', () => {
    const state = { name: 'bye', type: 'send-message' };
    const add: Operation = { kind: 'add-widget', widget: 'new', at: 3, state };
    expect(undoOf(add, { kind: 'remove-widget', widget: 'new' })).toStrictEqual([
      add,
      { kind: 'remove-widget', widget: 'new', ifUnchanged },
    ]);
  });

  it('adds one beside transitions that no one can read', () => {
    const transitions = [null, { event: 'a', next: 'b' }, { event: 'b', next: 'c' }] as Transition[];
    const states = [{ name: 'a', transitions }, { name: 'b' }, { name: 'c' }];
    expect(undoIn(states, { kind: 'remove-widget', widget: 'b' })).toStrictEqual([
      { kind: 'add-widget', widget: 'b', at: 1, state: { name: 'b' } },
      { kind: 'connect', widget: 'a', at: 1, from: null, to: 'b', ifUnchanged },
    ]);
  });

  it('adds one that leads to itself', () => {
    const states = [{ name: 'a', transitions: [{ event: 'a', next: 'a' }] }, { name: 'b' }];
    expect(undoIn(states, { kind: 'remove-widget', widget: 'a' })).toStrictEqual([
      { kind: 'add-widget', widget: 'a', at: 0, state: states[0] },
    ]);
  });

  it('adds one of several with its name, to which everything leads still', () => {
    const states = [
      { name: 'a', transitions: [{ event: 'a', next: 'b' }] },
      { name: 'b', type: 'x' },
      { name: 'b' },
    ];
    expect(undoIn(states, { kind: 'remove-widget', widget: 'b' })).toStrictEqual([
      { kind: 'add-widget', widget: 'b', at: 1, state: { name: 'b', type: 'x' } },
      { kind: 'set', widget: 'b', path: ['name'], to: 'b' },
    ]);
    const nameless = [{ type: 'x' }, { type: 'y' }, { name: 'c', transitions: [{ event: 'a', next: null }] }];
    const [first = ''] = workingCopyOf({
      name: '',
      definition: { ...copy.definition, states: nameless },
    }).widgets;
    expect(undoIn(nameless, { kind: 'remove-widget', widget: first })).toStrictEqual([
      { kind: 'add-widget', widget: first, at: 0, state: { type: 'x' } },
    ]);
  });

  it('renames it back where its new name was mentioned before', () => {
    const body = '{{widgets.b.x}} {{widgets.a.x}}';
    const states = [
      { name: 'a', type: 'x', properties: { body }, transitions: [{ event: 'a', next: 'b' }] },
      { name: 'c', type: 'send-and-wait-for-reply', properties: { timeout: '{{widgets.b.x}}' } },
    ];
    const rename: Operation = { kind: 'rename-widget', widget: 'a', from: 'a', to: 'b' };
    expect(undoIn(states, rename)).toStrictEqual([
      { kind: 'rename-widget', widget: 'a', from: 'b', to: 'a', ifUnchanged },
      { kind: 'edit-text', widget: 'a', path, edit: [10, -1, 'b'], ifUnchanged },
      { kind: 'set', widget: 'a', path: ['transitions', 0, 'next'], from: 'a', to: 'b', ifUnchanged },
      {
        ...{ kind: 'set', widget: 'c', path: ['properties', 'timeout'] },
        ...{ from: '{{widgets.a.x}}', to: '{{widgets.b.x}}', ifUnchanged },
      },
    ]);
  });

  it('takes the name away from one that had none', () => {
    const states = [{ type: 'x' }];
    const [widget = ''] = workingCopyOf({ name: '', definition: { ...copy.definition, states } }).widgets;
    expect(undoIn(states, { kind: 'rename-widget', widget, from: '', to: 'b' })).toStrictEqual([
      { kind: 'rename-widget', widget, from: 'b', to: '', ifUnchanged },
      { kind: 'set', widget, path: ['name'], from: 'b', ifUnchanged },
    ]);
  });

  it('removes an added one as it is after all', () => {
    const state = { name: 'bye', type: 'send-message' };
    const add: Operation = { kind: 'add-widget', widget: 'new', at: 3, state };
    expect(undoOf(add)).toStrictEqual([
      { kind: 'remove-widget', widget: 'new', state, sources: [], ifUnchanged },
    ]);
    const connect: Operation = { kind: 'connect', widget: start, at: 1, from: null, to: 'new' };
    expect(undoOf(add, connect)).toStrictEqual([
      { kind: 'connect', widget: start, at: 1, from: 'new', to: null, ifUnchanged },
      { kind: 'remove-widget', widget: 'new', state, sources: [start], ifUnchanged },
    ]);
  });

  it('adds a removed one with what led to it', () => {
    expect(undoOf({ kind: 'remove-widget', widget: ask })).toStrictEqual([
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
    expect(undoOf(other, { kind: 'remove-widget', widget: start })).toStrictEqual([
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
    expect(undoOf({ kind: 'rename-widget', widget: ask, from: 'ask', to: 'question' })).toStrictEqual([
      { kind: 'rename-widget', widget: ask, from: 'question', to: 'ask', ifUnchanged },
    ]);
  });

  it('orders them back', () => {
    const to = [tell, start, ask];
    expect(undoOf({ kind: 'order-widgets', from: copy.widgets, to })).toStrictEqual([
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
