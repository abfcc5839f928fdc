/** Which operations an edit is: the smallest that say what a person did, so that others can follow it. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State, Transition } from '../definition.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { applyOperations } from './apply.ts';
import { operationsBetween } from './derive.ts';
import { invertOperations } from './invert.ts';
import type { Operation } from './operation.ts';
import { workingCopyOf } from './working-copy.ts';

const branch = (value: string, next?: string): Transition => ({
  event: 'match',
  ...(next !== undefined && { next }),
  conditions: [{ friendly_name: 'f', arguments: ['a'], type: 'equal_to', value }],
});
const split: State = {
  name: 'split',
  type: 'split-based-on',
  properties: { input: 'in', offset: { x: 1, y: 2 } },
  transitions: [branch('1'), branch('2', 'send'), branch('3')],
};
const send: State = {
  name: 'send',
  type: 'send-message',
  properties: { body: 'Hello', service: 'IS1', attributes: 'x' },
  transitions: [{ event: 'sent' }, { event: 'failed' }],
};
const set: State = {
  name: 'set',
  type: 'set-variables',
  properties: { variables: ['a', 'b', 'c', 'd'].map((key) => ({ key, value: key })) },
  transitions: [{ event: 'next', next: 'send' }],
};
const definition = {
  description: 'What',
  initial_state: 'split',
  states: [split, send, set],
} as FlowDefinition;
const copy = workingCopyOf({ name: 'Shop', definition });
const [splitId = '', sendId = '', setId = ''] = copy.widgets;

/** The operations, which make the edit and can be undone. */
function operationsOf(edit: Partial<FlowDefinition>, name = 'Shop', before = copy): Operation[] {
  const after = { name, definition: { ...before.definition, ...edit } };
  const operations = operationsBetween(before, after, (nth) => `new ${nth}`);
  const { copy: made, skipped } = applyOperations(before, operations);
  expect([made.name, made.definition, skipped]).toEqual([after.name, after.definition, []]);
  expect(applyOperations(made, invertOperations(before, operations)).copy).toEqual(before);
  return operations;
}
const withState = (index: number, state: State) => ({ states: definition.states.with(index, state) });
const withProperties = (index: number, properties: JsonObject) =>
  withState(index, {
    ...definition.states[index],
    properties: { ...definition.states[index]?.properties, ...properties },
  });
const withTransitions = (index: number, transitions: Transition[]) =>
  withState(index, { ...definition.states[index], transitions });
const listOf = (...keys: string[]): Json => keys.map((key) => ({ key, value: key }));

describe('an edit of a text', () => {
  it('is one of characters where people write', () => {
    expect(operationsOf(withProperties(1, { body: 'Hello you' }))).toEqual([
      { kind: 'edit-text', widget: sendId, path: ['properties', 'body'], edit: [5, ' you'] },
    ]);
    expect(operationsOf({ description: 'Why' })).toEqual([
      { kind: 'edit-text', widget: null, path: ['definition', 'description'], edit: [2, -2, 'y'] },
    ]);
    expect(operationsOf({}, 'Shops')).toEqual([
      { kind: 'edit-text', widget: null, path: ['name'], edit: [4, 's'] },
    ]);
    const conditions = (friendly_name: string, value: string) => [
      { friendly_name, arguments: ['a'], type: 'equal_to', value },
    ];
    const renamed = { ...branch('2', 'send'), conditions: conditions('fx', '2') };
    expect(operationsOf(withTransitions(0, [branch('1'), renamed, branch('3')]))).toEqual([
      {
        kind: 'edit-text',
        widget: splitId,
        path: ['transitions', 1, 'conditions', 0, 'friendly_name'],
        edit: [1, 'x'],
      },
    ]);
    expect(operationsOf(withTransitions(0, [branch('1'), branch('22', 'send'), branch('3')]))).toEqual([
      {
        kind: 'edit-text',
        widget: splitId,
        path: ['transitions', 1, 'conditions', 0, 'value'],
        edit: [1, '2'],
      },
    ]);
    const variables = [{ key: 'ax', value: 'ay' }, ...(listOf('b', 'c', 'd') as Json[])];
    expect(operationsOf(withProperties(2, { variables }))).toEqual([
      { kind: 'edit-text', widget: setId, path: ['properties', 'variables', 0, 'key'], edit: [1, 'x'] },
      { kind: 'edit-text', widget: setId, path: ['properties', 'variables', 0, 'value'], edit: [1, 'y'] },
    ]);
  });

  it('is one of the whole where half of it means nothing', () => {
    const timed = {
      ...copy,
      definition: {
        ...definition,
        states: [
          split,
          { ...send, type: 'send-and-wait-for-reply', properties: { body: 'Hi', timeout: '60' } },
          set,
        ],
      } as FlowDefinition,
    };
    const [, waiting = {}] = timed.definition.states;
    const later = {
      states: timed.definition.states.with(1, { ...waiting, properties: { body: 'Hi', timeout: '90' } }),
    };
    expect(operationsOf(later, 'Shop', timed)).toEqual([
      { kind: 'set', widget: sendId, path: ['properties', 'timeout'], from: '60', to: '90' },
    ]);
    expect(operationsOf({ states: definition.states.with(1, { ...send, type: 'send-messages' }) })).toEqual([
      { kind: 'set', widget: sendId, path: ['type'], from: 'send-message', to: 'send-messages' },
    ]);
    const other = [{ ...branch('1').conditions?.[0], type: 'contains' }];
    expect(
      operationsOf(
        withTransitions(0, [
          { event: 'match', conditions: other as never },
          branch('2', 'send'),
          branch('3'),
        ]),
      ),
    ).toEqual([
      {
        kind: 'set',
        widget: splitId,
        path: ['transitions', 0, 'conditions', 0, 'type'],
        from: 'equal_to',
        to: 'contains',
      },
    ]);
    expect(operationsOf(withProperties(0, { offset: { x: 5, y: 2 } }))).toEqual([
      {
        kind: 'set',
        widget: splitId,
        path: ['properties', 'offset'],
        from: { x: 1, y: 2 },
        to: { x: 5, y: 2 },
      },
    ]);
    const typed = [{ key: 'a', value: 'a', type: 'x' }, ...(listOf('b', 'c', 'd') as Json[])];
    expect(operationsOf(withProperties(2, { variables: typed }))).toEqual([
      { kind: 'set', widget: setId, path: ['properties', 'variables', 0, 'type'], to: 'x' },
    ]);
  });

  it('of a note is one of characters, of anything else that only people read not', () => {
    const noted = {
      ...copy,
      definition: { ...definition, ui: { notes: { n: { text: 'ab', color: 'cd' } } } } as FlowDefinition,
    };
    const changed = { ui: { notes: { n: { text: 'abx', color: 'cdx' } } } } as Partial<FlowDefinition>;
    expect(operationsOf(changed, 'Shop', noted)).toEqual([
      { kind: 'edit-text', widget: null, path: ['definition', 'ui', 'notes', 'n', 'text'], edit: [2, 'x'] },
      { kind: 'set', widget: null, path: ['definition', 'ui', 'notes', 'n', 'color'], from: 'cd', to: 'cdx' },
    ]);
  });

  it('that adds or removes a property sets it', () => {
    expect(operationsOf(withProperties(1, { from: 'me' }))).toEqual([
      { kind: 'set', widget: sendId, path: ['properties', 'from'], to: 'me' },
    ]);
    const { attributes: _, ...rest } = send.properties ?? {};
    expect(operationsOf(withState(1, { ...send, properties: rest }))).toEqual([
      { kind: 'set', widget: sendId, path: ['properties', 'attributes'], from: 'x' },
    ]);
    expect(operationsOf({})).toEqual([]);
  });
});

describe('an edit of a list', () => {
  const edited = (...keys: string[]) =>
    operationsOf(withProperties(2, { variables: listOf(...keys) })).map((each) => {
      if (each.kind === 'insert') return `+${each.at}`;
      if (each.kind === 'delete') return `-${each.at}`;
      return each.kind === 'reorder' ? `${each.from}>${each.to}` : each.kind;
    });

  it('inserts and deletes its items', () => {
    expect(edited('a', 'b', 'x', 'c', 'd')).toEqual(['+2']);
    expect(edited('x', 'a', 'b', 'c', 'd')).toEqual(['+0']);
    expect(edited('a', 'b', 'c', 'd', 'x')).toEqual(['+4']);
    expect(edited('a', 'c', 'd')).toEqual(['-1']);
    expect(edited('b', 'c', 'd')).toEqual(['-0']);
    expect(edited()).toEqual(['-3', '-2', '-1', '-0']);
  });

  it('moves transitions with as few steps as can be', () => {
    const moved = (...values: string[]) =>
      operationsOf(
        withTransitions(
          0,
          values.map((each) => branch(each, each === '2' ? 'send' : undefined)),
        ),
      ).map((each) => (each.kind === 'reorder' ? `${each.from}>${each.to}` : each.kind));
    expect(moved('2', '3', '1')).toEqual(['0>2']);
    expect(moved('3', '1', '2')).toEqual(['2>0']);
    expect(moved('2', '1', '3')).toEqual(['1>0']);
    expect(moved('3', '2', '1')).toHaveLength(2);
    expect(moved('3', '1')).toEqual(['delete', '1>0']);
    expect(moved('1', '2', '3')).toEqual([]);
  });

  it('of too many changes in too many items is one of the whole list', () => {
    const keys = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${prefix}${at}`);
    const before = {
      ...copy,
      definition: { ...definition, ...withProperties(2, { variables: listOf(...keys('k', 708)) }) },
    };
    const shorter = {
      ...copy,
      definition: { ...definition, ...withProperties(2, { variables: listOf(...keys('k', 707)) }) },
    };
    const kinds = (from: typeof before) =>
      operationsOf(withProperties(2, { variables: [] }), 'Shop', from).map(({ kind }) => kind);
    expect(kinds(before)).toEqual(['set']);
    expect(new Set(kinds(shorter))).toEqual(new Set(['delete']));
  });
});

describe('an edit of a connection', () => {
  it('says which widget it leads to', () => {
    const to = (next?: string) => withTransitions(0, [branch('1', next), branch('2', 'send'), branch('3')]);
    expect(operationsOf(to('set'))).toEqual([
      { kind: 'connect', widget: splitId, at: 0, from: null, to: setId },
    ]);
    expect(operationsOf(withTransitions(2, [{ event: 'next' }]))).toEqual([
      { kind: 'connect', widget: setId, at: 0, from: sendId, to: null },
    ]);
    expect(operationsOf(withTransitions(2, [{ event: 'next', next: 'split' }]))).toEqual([
      { kind: 'connect', widget: setId, at: 0, from: sendId, to: splitId },
    ]);
    expect(operationsOf(to('lost'))).toEqual([
      { kind: 'set', widget: splitId, path: ['transitions', 0, 'next'], to: 'lost' },
    ]);
    expect(operationsOf(to(''))).toEqual([
      { kind: 'set', widget: splitId, path: ['transitions', 0, 'next'], to: '' },
    ]);
  });

  it('adds and removes transitions', () => {
    const third = { event: 'other', next: 'set' };
    expect(operationsOf(withTransitions(1, [...(send.transitions ?? []), third]))).toEqual([
      { kind: 'insert', widget: sendId, path: ['transitions'], at: 2, value: third },
    ]);
    expect(operationsOf(withTransitions(1, [{ event: 'failed' }]))).toEqual([
      { kind: 'delete', widget: sendId, path: ['transitions'], at: 0, value: { event: 'sent' } },
    ]);
    const { transitions: _, ...without } = send;
    expect(operationsOf(withState(1, without))).toEqual([
      { kind: 'set', widget: sendId, path: ['transitions'], from: send.transitions },
    ]);
  });
});

describe('an edit of the widgets', () => {
  const added: State = { name: 'new', type: 'send-message', properties: {}, transitions: [] };

  it('adds, removes and orders them', () => {
    expect(operationsOf({ states: definition.states.toSpliced(1, 0, added) })).toEqual([
      { kind: 'add-widget', widget: 'new 0', at: 1, state: added },
    ]);
    const two = { ...added, name: 'newer' };
    expect(operationsOf({ states: [...definition.states, added, two] })).toEqual([
      { kind: 'add-widget', widget: 'new 0', at: 3, state: added },
      { kind: 'add-widget', widget: 'new 1', at: 4, state: two },
    ]);
    const left = [
      { ...split, transitions: [branch('1'), branch('2'), branch('3')] },
      { ...set, transitions: [{ event: 'next' }] },
    ];
    expect(operationsOf({ states: left })).toEqual([{ kind: 'remove-widget', widget: sendId }]);
    expect(operationsOf({ states: [set, split, send] })).toEqual([
      { kind: 'order-widgets', from: copy.widgets, to: [setId, splitId, sendId] },
    ]);
  });

  it('renames one with what leads to it', () => {
    const states = [
      { ...split, transitions: [branch('1'), branch('2', 'tell'), branch('3')] },
      { ...send, name: 'tell' },
      { ...set, transitions: [{ event: 'next', next: 'tell' }] },
    ];
    expect(operationsOf({ states })).toEqual([
      { kind: 'rename-widget', widget: sendId, from: 'send', to: 'tell' },
    ]);
  });

  it('gives one a name that no rename would give', () => {
    expect(operationsOf(withState(2, { ...set, name: 'no name' }))).toEqual([
      { kind: 'set', widget: setId, path: ['name'], from: 'set', to: 'no name' },
    ]);
    const { name: _, ...nameless } = set;
    expect(operationsOf(withState(2, nameless))).toEqual([
      { kind: 'set', widget: setId, path: ['name'], from: 'set' },
    ]);
  });

  it('replaces all where they cannot be told apart', () => {
    const odd = { states: 'x' } as unknown as FlowDefinition;
    const operations = operationsBetween(copy, { name: 'Shops', definition: odd }, String);
    expect(operations).toEqual([
      { kind: 'edit-text', widget: null, path: ['name'], edit: [4, 's'] },
      { kind: 'replace', from: definition, to: odd, fromWidgets: copy.widgets, toWidgets: [] },
    ]);
    const before = workingCopyOf({ name: 'Shop', definition: odd });
    expect(operationsBetween(before, { name: 'Shops', definition: odd }, String)).toEqual([
      { kind: 'edit-text', widget: null, path: ['name'], edit: [4, 's'] },
    ]);
    expect(operationsBetween(before, { name: 'Shop', definition }, String)).toEqual([
      { kind: 'replace', from: odd, to: definition, fromWidgets: [], toWidgets: ['0', '1', '2'] },
    ]);
  });

  it('with one name are told apart where they stand', () => {
    const twins = [split, { ...send, name: 'twin' }, { ...set, name: 'twin' }];
    const before = workingCopyOf({ name: 'Shop', definition: { ...definition, states: twins } });
    const [, , last = ''] = before.widgets;
    const states = twins.with(2, { ...set, name: 'twin', properties: {} });
    expect(operationsOf({ states }, 'Shop', before)).toEqual([
      { kind: 'set', widget: last, path: ['properties', 'variables'], from: set.properties?.variables },
    ]);
  });
});
