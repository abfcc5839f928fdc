/** Each kind of operation: what it makes, when it is skipped, and when an undo leaves what others have changed. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import type { JsonObject } from '../json/json.ts';
import { applyOperations, sourcesOf, valueAt } from './apply.ts';
import type { Operation } from './operation.ts';
import { type WorkingCopy, workingCopyOf } from './working-copy.ts';

const copy = workingCopyOf({
  name: 'Shop',
  definition: {
    description: '',
    initial_state: 'a',
    states: [
      {
        name: 'a',
        type: 'x',
        properties: { text: 'Hello', list: ['one', 'two'] },
        transitions: [{ event: 'next', next: 'b' }],
      },
      {
        name: 'b',
        type: 'x',
        properties: {},
        transitions: [
          { event: 'next', next: 'c' },
          { event: 'other', next: 'c' },
        ],
      },
      { name: 'c', type: 'x', properties: {}, transitions: [{ event: 'next' }] },
    ],
  } as FlowDefinition,
});
const [a = '', b = '', c = ''] = copy.widgets;

/** The copy after the operation; null when it was skipped. */
function applied(operation: Operation, before: WorkingCopy = copy): WorkingCopy | null {
  const { copy: result, skipped } = applyOperations(before, [operation]);
  if (skipped.length > 0) expect([skipped, result]).toEqual([[operation], before]);
  return skipped.length === 0 ? result : null;
}
const read = (operation: Operation, widget: string | null, ...path: (string | number)[]) => {
  const result = applied(operation);
  return result === null ? 'skipped' : valueAt(result, widget, path);
};
const names = (result: WorkingCopy | null) => result?.definition.states.map(({ name }) => name);
const next = (result: WorkingCopy | null, widget: string, at = 0) =>
  result && valueAt(result, widget, ['transitions', at, 'next']);

describe('a value', () => {
  const text = ['properties', 'text'];

  it('is set, added and removed', () => {
    expect(read({ kind: 'set', widget: a, path: text, to: 'Bye' }, a, ...text)).toBe('Bye');
    expect(read({ kind: 'set', widget: b, path: text, to: 'Bye' }, b, 'properties')).toEqual({ text: 'Bye' });
    expect(read({ kind: 'set', widget: a, path: text }, a, 'properties')).toStrictEqual({
      list: ['one', 'two'],
    });
    expect(applied({ kind: 'set', widget: a, path: text, to: 'Hello' })).toBe(copy);
  });

  it('is set in a list where it has an item', () => {
    const at = (index: number) => ['properties', 'list', index];
    expect(read({ kind: 'set', widget: a, path: at(0), to: 1 }, a, 'properties', 'list')).toEqual([1, 'two']);
    expect(read({ kind: 'set', widget: a, path: at(1), to: 2 }, a, 'properties', 'list')).toEqual(['one', 2]);
    for (const index of [-1, 2])
      expect(applied({ kind: 'set', widget: a, path: at(index), to: 1 })).toBeNull();
    expect(applied({ kind: 'set', widget: a, path: at(0) })).toBeNull();
    expect(applied({ kind: 'set', widget: a, path: at(1), to: 'two' })).toBe(copy);
    expect(applied({ kind: 'set', widget: a, path: ['properties', 0], to: 1 })).toBeNull();
  });

  it('is not set where there is no widget, nothing that holds it, or a prototype', () => {
    expect(applied({ kind: 'set', widget: 'lost', path: text, to: 'x' })).toBeNull();
    expect(applied({ kind: 'set', widget: 'lost', path: [], to: {} })).toBeNull();
    expect(applied({ kind: 'set', widget: a, path: [...text, 'x'], to: 'x' })).toBeNull();
    expect(applied({ kind: 'set', widget: a, path: ['properties', '__proto__'], to: {} })).toBeNull();
    expect(applied({ kind: 'set', widget: a, path: [], to: 'x' })).toBeNull();
  });

  it('of the flow is set where its widgets stay', () => {
    expect(applied({ kind: 'set', widget: null, path: ['name'], to: 'Store' })?.name).toBe('Store');
    expect(
      read(
        { kind: 'set', widget: null, path: ['definition', 'description'], to: 'x' },
        null,
        'definition',
        'description',
      ),
    ).toBe('x');
    expect(applied({ kind: 'set', widget: null, path: ['name'], to: 4 })).toBeNull();
    expect(applied({ kind: 'set', widget: null, path: ['definition'], to: 'x' })).toBeNull();
    expect(applied({ kind: 'set', widget: null, path: ['definition', 'states'], to: [] })).toBeNull();
  });

  it('of an undo is set where it is as its author left it', () => {
    const undo = (from?: string): Operation => ({
      ...{ kind: 'set', widget: a, path: text, to: 'Bye', ifUnchanged: true },
      ...(from !== undefined && { from }),
    });
    expect(read(undo('Hello'), a, ...text)).toBe('Bye');
    expect(applied(undo('Hi'))).toBeNull();
    expect(applied(undo())).toBeNull();
    expect(read({ ...undo('Hi'), ifUnchanged: undefined } as unknown as Operation, a, ...text)).toBe('Bye');
  });

  it('that is put into what only people read stays beside others', () => {
    const ui = (to: JsonObject): Operation => ({ kind: 'set', widget: null, path: ['definition', 'ui'], to });
    const one = applied(ui({ notes: { n: { text: 'one' } }, size: 1 })) ?? copy;
    const two = applied(ui({ notes: { m: { text: 'two' } }, size: 2 }), one) ?? copy;
    expect(valueAt(two, null, ['definition', 'ui'])).toEqual({
      notes: { n: { text: 'one' }, m: { text: 'two' } },
      size: 2,
    });
    const replaced = applied({ ...ui({ size: 3 }), from: {} } as Operation, one) ?? copy;
    expect(valueAt(replaced, null, ['definition', 'ui'])).toEqual({ size: 3 });
    // Nothing else is: what is set replaces what is there.
    const flags = (to: JsonObject): Operation => ({ ...ui(to), path: ['definition', 'flags'] }) as Operation;
    const other = applied(flags({ b: 2 }), applied(flags({ a: 1 })) ?? copy) ?? copy;
    expect(other.definition.flags).toEqual({ b: 2 });
    const own = (to: JsonObject): Operation => ({ kind: 'set', widget: a, path: ['properties', 'ui'], to });
    const later = applied(own({ b: 2 }), applied(own({ a: 1 })) ?? copy) ?? copy;
    expect(valueAt(later, a, ['properties', 'ui'])).toEqual({ b: 2 });
  });
});

describe('the value at a path', () => {
  it.each([
    [['properties', 'text'], 'Hello'],
    [['properties', 'list', 1], 'two'],
    [['properties', 'lost', 'x'], undefined],
    [['properties', 'text', 'length'], undefined],
    [['properties', 'constructor'], undefined],
    [['properties', 'text', 0], undefined],
  ])('%j is %j', (path, value) => {
    expect(valueAt(copy, a, path)).toBe(value);
  });
});

describe('a text', () => {
  const path = ['properties', 'text'];

  it('is edited, from nothing too', () => {
    expect(read({ kind: 'edit-text', widget: a, path, edit: [5, ' Ann'] }, a, ...path)).toBe('Hello Ann');
    expect(read({ kind: 'edit-text', widget: b, path, edit: ['Hi'] }, b, ...path)).toBe('Hi');
    expect(applied({ kind: 'edit-text', widget: a, path: ['properties', 'list'], edit: ['x'] })).toBeNull();
  });
});

describe('an item of a list', () => {
  const path = ['properties', 'list'];

  it('is inserted, deleted and moved', () => {
    const list = (operation: Operation) => read(operation, a, ...path);
    expect(list({ kind: 'insert', widget: a, path, at: 1, value: 'x' })).toEqual(['one', 'x', 'two']);
    expect(list({ kind: 'delete', widget: a, path, at: 0, value: 'one' })).toEqual(['two']);
    expect(list({ kind: 'reorder', widget: a, path, from: 0, to: 1 })).toEqual(['two', 'one']);
    expect(list({ kind: 'reorder', widget: a, path, from: 1, to: 0 })).toEqual(['two', 'one']);
  });

  it('is not where the list has none', () => {
    expect(applied({ kind: 'delete', widget: a, path, at: 2, value: 'x' })).toBeNull();
    expect(applied({ kind: 'reorder', widget: a, path, from: 2, to: 0 })).toBeNull();
    expect(applied({ kind: 'insert', widget: b, path, at: 0, value: 'x' })).toBeNull();
  });

  it('of an undo is deleted as its author left it', () => {
    const undo = (value: string): Operation => ({
      kind: 'delete',
      widget: a,
      path,
      at: 0,
      value,
      ifUnchanged: true,
    });
    expect(read(undo('one'), a, ...path)).toEqual(['two']);
    expect(applied(undo('other'))).toBeNull();
    expect(read({ kind: 'delete', widget: a, path, at: 0, value: 'other' }, a, ...path)).toEqual(['two']);
  });
});

describe('a connection', () => {
  it('leads to another widget, or nowhere', () => {
    expect(next(applied({ kind: 'connect', widget: a, at: 0, from: b, to: c }), a)).toBe('c');
    expect(next(applied({ kind: 'connect', widget: a, at: 0, from: a, to: c }), a)).toBe('c');
    const nowhere = applied({ kind: 'connect', widget: a, at: 0, from: b, to: null });
    expect(nowhere && valueAt(nowhere, a, ['transitions', 0])).toEqual({ event: 'next' });
  });

  it('is skipped where there is no transition or no target', () => {
    expect(applied({ kind: 'connect', widget: a, at: 1, from: null, to: c })).toBeNull();
    expect(applied({ kind: 'connect', widget: a, at: 0, from: b, to: 'lost' })).toBeNull();
    const odd = applied({ kind: 'set', widget: a, path: ['transitions', 0], to: 'x' }) ?? copy;
    expect(applied({ kind: 'connect', widget: a, at: 0, from: null, to: c }, odd)).toBeNull();
  });

  it('of an undo is made where it leads as its author left it', () => {
    const undo = (widget: string, from: string | null): Operation => ({
      kind: 'connect',
      widget,
      at: 0,
      from,
      to: a,
      ifUnchanged: true,
    });
    expect(next(applied(undo(b, c)), b)).toBe('a');
    expect(applied(undo(b, a))).toBeNull();
    expect(next(applied(undo(c, null)), c)).toBe('a');
    expect(applied(undo(c, b))).toBeNull();
    const empty = applied({ kind: 'set', widget: c, path: ['transitions', 0, 'next'], to: '' }) ?? copy;
    expect(next(applied(undo(c, null), empty), c)).toBe('a');
    for (const name of [undefined, '']) {
      const nameless = { ...(name !== undefined && { name }), type: 'x' };
      const added = applied({ kind: 'add-widget', widget: 'new', at: 3, state: nameless }, empty) ?? copy;
      expect(next(applied(undo(c, null), added), c)).toBe('a');
      const absent = applied({ kind: 'set', widget: c, path: ['transitions', 0], to: { event: 'e' } }, added);
      expect(next(applied(undo(c, null), absent ?? copy), c)).toBe('a');
    }
  });
});

describe('a widget', () => {
  const state = (name: string) => ({
    name,
    type: 'x',
    properties: { text: `{{widgets.${name}.a}}` },
    transitions: [
      { event: 'next', next: name },
      { event: 'other', next: 'a' },
    ],
  });

  it('is added at its place', () => {
    const result = applied({ kind: 'add-widget', widget: 'new', at: 1, state: state('d') });
    expect([names(result), result?.widgets]).toEqual([
      ['a', 'd', 'b', 'c'],
      [a, 'new', b, c],
    ]);
    expect(applied({ kind: 'add-widget', widget: a, at: 1, state: state('d') })).toBeNull();
  });

  it('gets another name where its own is taken, and mentions itself by that', () => {
    const result = applied({ kind: 'add-widget', widget: 'new', at: 3, state: state('a') });
    expect(result?.definition.states[3]).toEqual({
      ...state('a_2'),
      properties: { text: '{{widgets.a_2.a}}' },
      transitions: [
        { event: 'next', next: 'a_2' },
        { event: 'other', next: 'a_2' },
      ],
    });
    const third = { ...state('a'), transitions: [{ event: 'next', next: 'c' }] };
    expect(applied({ kind: 'add-widget', widget: 'new', at: 3, state: third })?.definition.states[3]).toEqual(
      {
        ...third,
        ...{ name: 'a_2', properties: { text: '{{widgets.a_2.a}}' } },
      },
    );
    for (const nameless of [{ name: '', type: 'x' }, { type: 'x' }]) {
      const add = (widget: string): Operation => ({ kind: 'add-widget', widget, at: 0, state: nameless });
      const twice = applied(add('2'), applied(add('1')) ?? copy);
      expect(twice?.definition.states).toEqual([nameless, nameless, ...copy.definition.states]);
    }
  });

  it('is removed with what leads to it, and the flow starts elsewhere', () => {
    const result = applied({ kind: 'remove-widget', widget: c });
    expect([names(result), result?.widgets]).toEqual([
      ['a', 'b'],
      [a, b],
    ]);
    expect(result?.definition.states[1]?.transitions).toEqual([{ event: 'next' }, { event: 'other' }]);
    expect(result?.definition.states[0]).toBe(copy.definition.states[0]);
    expect(result?.definition.initial_state).toBe('a');
    const unreachable = {
      ...copy.definition,
      states: ['a', 'c', 'c'].map((name, at) => ({ name, type: at > 1 ? 'trigger' : 'x' })),
    };
    const twins = workingCopyOf({ name: '', definition: unreachable });
    expect(applied({ kind: 'remove-widget', widget: a }, twins)?.definition.initial_state).toBe('a');
    const withTrigger = applied({ kind: 'set', widget: b, path: ['type'], to: 'trigger' }) ?? copy;
    expect(applied({ kind: 'remove-widget', widget: a }, withTrigger)?.definition.initial_state).toBe('b');
    expect(applied({ kind: 'remove-widget', widget: c }, withTrigger)?.definition.initial_state).toBe('a');
    expect(applied({ kind: 'remove-widget', widget: 'lost' })).toBeNull();
  });

  it('that shares its name is removed alone', () => {
    const twice = applied({ kind: 'set', widget: b, path: ['name'], to: 'c' }) ?? copy;
    const result = applied({ kind: 'remove-widget', widget: c }, twice);
    expect(result?.definition.states[1]?.transitions).toEqual(copy.definition.states[1]?.transitions);
    const first = applied({ kind: 'remove-widget', widget: b }, twice);
    const led = applied({ kind: 'set', widget: a, path: ['transitions', 0, 'next'], to: 'c' }, twice) ?? copy;
    expect(first?.definition.states).toEqual([copy.definition.states[0], copy.definition.states[2]]);
    expect(next(applied({ kind: 'remove-widget', widget: b }, led), a)).toBe('c');
  });

  it('without a name is removed alone, and nothing leads to it', () => {
    const noNext = { event: 'next', next: null };
    const states = [{ name: 't', type: 'trigger', transitions: [noNext] }, { type: 'x' }];
    const definition = { description: '', initial_state: null, states } as unknown as FlowDefinition;
    const before = workingCopyOf({ name: '', definition });
    const [, nameless = ''] = before.widgets;
    expect(sourcesOf(before, nameless)).toEqual([]);
    expect(applied({ kind: 'remove-widget', widget: nameless }, before)?.definition).toEqual({
      ...definition,
      states: states.slice(0, 1),
    });
  });

  it('has all others that lead to it as sources', () => {
    const to = (widget: string, at: number): Operation => ({
      kind: 'connect',
      widget,
      at,
      from: null,
      to: b,
    });
    const order: Operation = { kind: 'order-widgets', from: [a, b, c], to: [c, b, a] };
    const result = applyOperations(copy, [to(c, 0), to(b, 0), order]).copy;
    expect(sourcesOf(result, b)).toEqual([a, c]);
    expect(sourcesOf(result, c)).toEqual([b]);
  });

  it('of an undo is removed as its author left it, with what led to it then', () => {
    const undo = (sources: string[]): Operation => ({
      kind: 'remove-widget',
      widget: c,
      state: copy.definition.states[2] ?? {},
      sources,
      ifUnchanged: true,
    });
    expect(sourcesOf(copy, c)).toEqual([b, b]);
    expect(names(applied(undo([b, b])))).toEqual(['a', 'b']);
    expect(applied(undo([b]))).toBeNull();
    expect(applied(undo([a, a]))).toBeNull();
    expect(applied({ ...undo([b, b]), state: { name: 'c' } } as Operation)).toBeNull();
    expect(
      applied({
        kind: 'remove-widget',
        widget: c,
        state: copy.definition.states[2] ?? {},
        ifUnchanged: true,
      }),
    ).toBeNull();
    const both: Operation[] = [undo([]), { kind: 'remove-widget', widget: b }];
    expect(names(applyOperations(copy, both).copy)).toEqual(['a']);
    const set: Operation = { kind: 'set', widget: b, path: ['type'], to: 'y' };
    expect(applyOperations(copy, [set, undo([])])).toEqual({ copy, skipped: [set, undo([])] });
    const gone = { ...undo([]), widget: 'lost' } as Operation;
    expect(applyOperations(copy, [gone, set])).toEqual({ copy: applied(set), skipped: [gone] });
  });

  it('is renamed with what mentions it', () => {
    const rename = (to: string, more: object = {}): Operation =>
      ({ kind: 'rename-widget', widget: c, from: 'c', to, ...more }) as Operation;
    const result = applied(rename('end'));
    expect([names(result), next(result, b)]).toEqual([['a', 'b', 'end'], 'end']);
    expect(names(applied(rename('a')))).toEqual(['a', 'b', 'a_2']);
    expect(applied(rename('c'))).toBe(copy);
    expect(applied(rename('no name'))).toBeNull();
    expect(applied(rename('end', { widget: 'lost' }))).toBeNull();
    expect(applied(rename('end', { from: 'x', ifUnchanged: true }))).toBeNull();
    expect(names(applied(rename('end', { ifUnchanged: true })))).toEqual(['a', 'b', 'end']);
    expect(names(applied(rename('end', { from: 'x' })))).toEqual(['a', 'b', 'end']);
  });

  it('stands where an order says, and those that it does not name stay', () => {
    const order = (to: string[], more: object = {}): Operation =>
      ({ kind: 'order-widgets', from: [a, b, c], to, ...more }) as Operation;
    expect(names(applied(order([c, b, a])))).toEqual(['c', 'b', 'a']);
    expect(applied(order([c, b, a]))?.widgets).toEqual([c, b, a]);
    expect(names(applied(order([c, 'lost', a])))).toEqual(['c', 'b', 'a']);
    expect(names(applied(order([c, b, a], { ifUnchanged: true })))).toEqual(['c', 'b', 'a']);
    expect(applied(order([c, b, a], { from: [b, a, c], ifUnchanged: true }))).toBeNull();
    expect(names(applied(order([c, b, a], { from: [b, a, c] })))).toEqual(['c', 'b', 'a']);
    expect(names(applied(order([c, b, a], { from: ['lost', a, b], ifUnchanged: true })))).toEqual([
      'c',
      'b',
      'a',
    ]);
  });
});

describe('a whole definition', () => {
  const to: JsonObject = { description: 'x', initial_state: 'z', states: [{ name: 'z', type: 'x' }] };
  const replace = (more: object = {}): Operation =>
    ({
      kind: 'replace',
      from: copy.definition,
      to,
      fromWidgets: copy.widgets,
      toWidgets: ['z1'],
      ...more,
    }) as Operation;

  it('is replaced, with an identity for each of its widgets', () => {
    expect(applied(replace())).toEqual({ name: 'Shop', definition: to, widgets: ['z1'] });
    for (const toWidgets of [[], ['z1', 'z2']]) expect(applied(replace({ toWidgets }))).toBeNull();
    const twice = { ...to, states: [{ name: 'z' }, { name: 'y' }] };
    expect(applied(replace({ to: twice, toWidgets: ['z1', 'z1'] }))).toBeNull();
    expect(applied(replace({ to: 'x' }))).toBeNull();
    expect(applied(replace({ to: { states: 'x' }, toWidgets: [] }))?.widgets).toEqual([]);
  });

  it('of an undo is replaced as its author left it', () => {
    expect(applied(replace({ ifUnchanged: true }))?.widgets).toEqual(['z1']);
    expect(applied(replace({ from: {}, ifUnchanged: true }))).toBeNull();
    expect(applied(replace({ from: {} }))?.widgets).toEqual(['z1']);
  });

  it('without a list of widgets takes no operations on them', () => {
    const odd = applied(replace({ to: { states: 'x' }, toWidgets: [] })) ?? copy;
    expect(applied({ kind: 'add-widget', widget: 'n', at: 0, state: {} }, odd)).toBeNull();
    expect(applied({ kind: 'set', widget: null, path: ['name'], to: 'Y' }, odd)?.name).toBe('Y');
    expect(applied({ kind: 'edit-text', widget: null, path: ['name'], edit: ['Y'] }, odd)?.name).toBe(
      'YShop',
    );
  });
});

describe('operations one after the other', () => {
  it('go on behind one that is skipped', () => {
    const rename = (to: string): Operation => ({ kind: 'set', widget: null, path: ['name'], to });
    const lost: Operation = { kind: 'remove-widget', widget: 'lost' };
    const { copy: result, skipped } = applyOperations(copy, [rename('x'), lost, rename('y')]);
    expect([result.name, skipped]).toEqual(['y', [lost]]);
  });
});
