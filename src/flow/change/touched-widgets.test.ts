import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../definition.ts';
import type { Operation } from './operation.ts';
import { withIdentities } from './operation.ts';
import { isUntouched, touchedWidgets } from './touched-widgets.ts';
import { type WorkingCopy, workingCopyOf } from './working-copy.ts';

const copy = workingCopyOf({
  name: 'Shop',
  definition: {
    description: '',
    initial_state: 'a',
    states: ['a', 'b'].map((name) => ({ name, type: 'x', properties: {} })),
  } as FlowDefinition,
});
const [a = '', b = ''] = copy.widgets;
const withStates = (states: FlowDefinition['states'], widgets: readonly string[]): WorkingCopy => ({
  ...copy,
  definition: { ...copy.definition, states },
  widgets,
});
const [first = {}, second = {}] = copy.definition.states;

describe('the widgets that differ', () => {
  it('are those whose state is another, that are new, and that are gone', () => {
    expect(touchedWidgets(copy, copy)).toEqual(new Set());
    const edited = withStates([first, { ...second, properties: { text: 'x' } }], copy.widgets);
    expect(touchedWidgets(copy, edited)).toEqual(new Set([b]));
    const added = withStates([first, second, { name: 'c' }], [a, b, 'new']);
    expect(touchedWidgets(copy, added)).toEqual(new Set(['new']));
    expect(touchedWidgets(added, copy)).toEqual(new Set(['new']));
    const moved = withStates([second, first], [b, a]);
    expect(touchedWidgets(copy, moved)).toEqual(new Set());
  });

  it('are null for the flow itself', () => {
    expect(touchedWidgets(copy, { ...copy, name: 'Store' })).toEqual(new Set([null]));
    const described = { ...copy, definition: { ...copy.definition, description: 'x' } };
    expect(touchedWidgets(copy, described)).toEqual(new Set([null]));
    const noted = { ...copy, definition: { ...copy.definition, ui: {} } };
    expect(touchedWidgets(copy, noted)).toEqual(new Set([null]));
    expect(touchedWidgets(noted, copy)).toEqual(new Set([null]));
  });

  it('are all where one has another name, or there are none', () => {
    expect(touchedWidgets(copy, withStates([{ ...first, name: 'z' }, second], copy.widgets))).toBe('all');
    const odd = { ...copy, definition: { states: 'x' } as unknown as FlowDefinition, widgets: [] };
    expect(touchedWidgets(copy, odd)).toBe('all');
    expect(touchedWidgets(odd, copy)).toBe('all');
  });
});

const operations: Operation[] = [
  { kind: 'set', widget: a, path: ['x'], to: 1 },
  { kind: 'edit-text', widget: a, path: ['x'], edit: ['x'] },
  { kind: 'insert', widget: a, path: ['x'], at: 0, value: 1 },
  { kind: 'delete', widget: a, path: ['x'], at: 0, value: 1 },
  { kind: 'reorder', widget: a, path: ['x'], from: 0, to: 1 },
  { kind: 'connect', widget: a, at: 0, from: null, to: b },
  { kind: 'add-widget', widget: a, at: 0, state: {} },
  { kind: 'remove-widget', widget: a },
  { kind: 'rename-widget', widget: a, from: 'a', to: 'c' },
  { kind: 'order-widgets', from: [a, b], to: [b, a] },
  { kind: 'replace', from: {}, to: {}, fromWidgets: [a], toWidgets: [b] },
];

describe('an operation', () => {
  const ofOneWidget = ['set', 'edit-text', 'insert', 'delete', 'reorder', 'connect'];

  it.each(operations)('$kind means the same where its widgets do', (operation) => {
    expect(isUntouched(operation, new Set(['other']))).toBe(ofOneWidget.includes(operation.kind));
    expect(isUntouched(operation, new Set([a]))).toBe(false);
    expect(isUntouched(operation, new Set([b]))).toBe(
      ofOneWidget.includes(operation.kind) && operation.kind !== 'connect',
    );
    expect(isUntouched(operation, 'all')).toBe(false);
  });

  it('that disconnects means the same where its own widget does', () => {
    const disconnect: Operation = { kind: 'connect', widget: a, at: 0, from: b, to: null };
    expect(isUntouched(disconnect, new Set([b]))).toBe(true);
    expect(isUntouched(disconnect, new Set([null]))).toBe(true);
  });

  it.each(operations)('$kind gets other identities', (operation) => {
    const [one, two] = ['1', '2'];
    const renamed = withIdentities(
      operation,
      new Map([
        [a, one],
        [b, two],
      ]),
    );
    const text = JSON.stringify(operation).replaceAll(`"${a}"`, `"${one}"`).replaceAll(`"${b}"`, `"${two}"`);
    const { from, to } = operation.kind === 'rename-widget' ? operation : { from: undefined, to: undefined };
    expect(renamed).toEqual(from === undefined ? JSON.parse(text) : { ...operation, widget: one, from, to });
    expect(withIdentities(operation, new Map())).toEqual(operation);
  });

  it('of the flow, or that leads nowhere, has none; the sources of a removal have theirs', () => {
    const identities = new Map([
      [a, '1'],
      [b, '2'],
    ]);
    const set: Operation = { kind: 'set', widget: null, path: ['name'], to: 'x' };
    expect(withIdentities(set, identities)).toEqual(set);
    expect(withIdentities({ kind: 'connect', widget: a, at: 0, from: b, to: null }, identities)).toEqual({
      kind: 'connect',
      widget: '1',
      at: 0,
      from: '2',
      to: null,
    });
    expect(withIdentities({ kind: 'remove-widget', widget: a, sources: [b, 'c'] }, identities)).toEqual({
      kind: 'remove-widget',
      widget: '1',
      sources: ['2', 'c'],
    });
  });
});
