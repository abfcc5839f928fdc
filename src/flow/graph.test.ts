/** A definition as a graph: ids, outlets and cords, what leads where, and what a flow is called. */

import { describe, expect, it } from 'vitest';
import { connectedTriggers } from './connected-triggers.ts';
import {
  emptyDefinition,
  type FlowDefinition,
  isPlace,
  offsetOf,
  propertiesOf,
  type State,
  transitionsOf,
} from './definition.ts';
import { flowState } from './flow-state.ts';
import { cordsOf, outletsOf, reachableNames, widgetIds } from './graph.ts';
import { widgetsAlong } from './graph-reach.ts';

const flowOf = (states: object[], initial_state = 'a'): FlowDefinition => ({
  ...{ description: '', initial_state, states: states as State[] },
});
const linked = (name: string, ...next: (string | null)[]) => ({
  ...{ name, transitions: next.map((each, at) => ({ event: `e${at}`, next: each })) },
});
/** Two paths to d, a loop, and one that stands alone. */
const forked = flowOf([
  linked('a', 'b', 'c'),
  linked('b', 'd'),
  linked('c', 'd', 'a'),
  linked('d', '', null, 'none'),
  linked('e', 'd'),
]);

describe('the widgets of a flow', () => {
  it('have their names as ids where these are unique, else also their index', () => {
    const states = [{ name: 'a' }, { name: '' }, { name: 'a' }, {}, { name: 7 }, { name: 'b' }];
    expect(widgetIds(flowOf(states))).toEqual(['a', '~1', 'a~2', '~3', '~4', 'b']);
  });

  it('are connected by name, the first of that name', () => {
    const states = [
      {
        name: 'a',
        transitions: [
          { event: 'x', next: 'a' },
          { event: 'x', next: 'b' },
          { event: 'y', next: 'no' },
        ],
      },
      { name: 'a', transitions: [{ event: 'x', next: 'a' }] },
      { name: 'b', transitions: [{ event: 'x' }, { event: 'z', next: '' }] },
      { name: 7, transitions: [{ event: 'x', next: '7' }] },
    ];
    expect(cordsOf(flowOf(states))).toEqual([
      { id: 'a x', from: 'a', outlet: 'x', event: 'x', to: 'a' },
      { id: 'a x~2', from: 'a', outlet: 'x~2', event: 'x', to: 'b' },
      { id: 'a~1 x', from: 'a~1', outlet: 'x', event: 'x', to: 'a' },
    ]);
  });

  it('are reachable from the first, or not', () => {
    expect(reachableNames(forked)).toEqual(new Set(['a', 'b', 'c', 'd']));
    expect(reachableNames({ ...forked, initial_state: 'b' })).toEqual(new Set(['b', 'd']));
    expect(reachableNames({ ...forked, initial_state: 'none' })).toEqual(new Set());
    expect(reachableNames(flowOf([linked('a', ''), { transitions: [] }]))).toEqual(new Set(['a']));
    expect(reachableNames(flowOf([{ transitions: [{ event: 'x', next: 'a' }] }, linked('a')], ''))).toEqual(
      new Set(['', 'a']),
    );
  });

  it('have others before and after them', () => {
    const along = (direction: 'upstream' | 'downstream', ...from: string[]) =>
      [...widgetsAlong(forked, from, direction)].sort();
    expect(along('downstream', 'b')).toEqual(['b', 'd']);
    expect(along('downstream', 'c')).toEqual(['a', 'b', 'c', 'd']);
    expect(along('upstream', 'd')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(along('upstream', 'b')).toEqual(['a', 'b', 'c']);
    expect(along('upstream', 'e', 'unknown')).toEqual(['e', 'unknown']);
    expect(along('upstream')).toEqual([]);
  });
});

describe('the outlets of a widget', () => {
  const shown = (state: object, wordOf?: (word: string) => string) =>
    outletsOf(state as State, wordOf).map(({ key, event, label, isNamed, transition, next }) => [
      ...[key, event, label, isNamed, transition, next],
    ]);
  const when = (...values: [type: string, value: string, friendly_name?: string][]) =>
    values.map(([type, value, friendly_name]) => ({ type, value, friendly_name, arguments: [] }));

  it('are in the order of its type, then as in the file', () => {
    const transitions = [
      { event: 'failed', next: 'b' },
      { event: 'other', next: 'c' },
      null,
      { event: 'sent' },
      { event: 'failed', next: null },
      { event: 7, next: 7 },
    ];
    expect(shown({ type: 'send-message', transitions })).toEqual([
      ['sent', 'sent', 'Sent', false, 2, null],
      ['failed', 'failed', 'Failed', false, 0, 'b'],
      ['failed~2', 'failed', 'Failed', false, 3, null],
      ['other', 'other', 'other', false, 1, 'c'],
      ['', '', '', false, 4, null],
    ]);
    expect(shown({ type: 'send-message' }, (word) => word.toUpperCase())).toEqual([
      ['sent', 'sent', 'SENT', false, null, null],
      ['failed', 'failed', 'FAILED', false, null, null],
    ]);
    expect(shown({ type: 'future', transitions: 'none' })).toEqual([]);
  });

  it('of a split are named by what they compare, and none waits for a further branch', () => {
    const match = (conditions: unknown) => ({ event: 'match', conditions });
    const transitions = [
      match(when(['equal_to', 'yes', 'If value equal_to yes'])),
      match(when(['equal_to', 'a'], ['equal_to', 'b'])),
      match(when(['equal_to', '', 'My name'])),
      match(when(['equal_to', '', 'If value equal_to'])),
      match([]),
      match('none'),
      match([null]),
    ];
    expect(
      shown({ type: 'split-based-on', transitions }).map(([key, , label, isNamed]) => [key, label, isNamed]),
    ).toEqual([
      ['noMatch', 'No match', false],
      ['match', 'is yes', true],
      ['match~2', 'is a and is b', true],
      ['match~3', 'My name', true],
      ['match~4', 'Match', false],
      ['match~5', 'Match', false],
      ['match~6', 'Match', false],
      ['match~7', 'Match', false],
    ]);
    expect(shown({ type: 'split-based-on' }).map(([key]) => key)).toEqual(['noMatch']);
  });
});

describe('a state', () => {
  it('has a place where both numbers are on the canvas', () => {
    expect(offsetOf({ properties: { offset: { x: -1_000_000, y: 1_000_000 } } })).toEqual({
      ...{ x: -1_000_000, y: 1_000_000 },
    });
    const none = [
      null,
      'x',
      [1, 2],
      {},
      { x: 1 },
      { y: 1 },
      { x: '1', y: 1 },
      { x: 1, y: null },
      { x: 1_000_001, y: 0 },
    ];
    for (const offset of none) expect(offsetOf({ properties: { offset } as never })).toBeNull();
    expect(offsetOf({})).toBeNull();
    expect([isPlace(0, 0), isPlace(0, -1_000_001), isPlace('0', 0), isPlace(Number.NaN, 0)]).toEqual([
      ...[true, false, false, false],
    ]);
  });

  it('has properties and transitions where these are well-formed', () => {
    expect(propertiesOf({ properties: { a: 1 } })).toEqual({ a: 1 });
    for (const properties of [null, 'x', [1], undefined])
      expect(propertiesOf({ properties: properties as never })).toEqual({});
    const transitions = [{ event: 'a' }, null, 7, 'x'] as never;
    expect(transitionsOf({ transitions })).toEqual([{ event: 'a' }]);
    for (const malformed of [null, 'x', { 0: {} }, undefined])
      expect(transitionsOf({ transitions: malformed as never })).toEqual([]);
  });
});

describe('a flow', () => {
  const triggers = [
    ...[
      'incomingMessage',
      'incomingCall',
      'incomingConversationMessage',
      'incomingRequest',
      'incomingParent',
    ],
  ];

  it('begins as a trigger that leads nowhere', () => {
    const trigger = {
      ...{ name: 'Trigger', type: 'trigger', properties: { offset: { x: 0, y: 0 } } },
      transitions: triggers.map((event) => ({ event })),
    };
    const empty = { initial_state: 'Trigger', flags: { allow_concurrent_calls: true }, states: [trigger] };
    expect(emptyDefinition()).toEqual({ ...empty, description: 'A new flow' });
    expect(emptyDefinition('Mine')).toEqual({ ...empty, description: 'Mine' });
  });

  it('has the triggers that lead somewhere, or all where it does not begin at one', () => {
    const begun = (transitions: object[], type = 'trigger') =>
      connectedTriggers(flowOf([linked('b'), { name: 'a', type, transitions }]));
    expect(
      begun([
        { event: 'incomingParent', next: 'b' },
        { event: 'incomingCall', next: 'b' },
      ]),
    ).toEqual([...['incomingCall', 'incomingParent']]);
    expect(
      begun([
        { event: 'incomingCall', next: '' },
        { event: 'other', next: 'b' },
      ]),
    ).toEqual([]);
    expect(begun([{ event: 'incomingCall', next: 'b' }], 'say-play')).toEqual(triggers);
    expect(connectedTriggers(flowOf([]))).toEqual(triggers);
  });

  it.each([
    [null, null, 'draft'],
    [null, 1, 'draft'],
    [1, 0, 'published'],
    [1, null, 'published'],
    [1, 2, 'changed'],
  ])('of published revision %j with %j changes is %s', (published_revision, unpublished_changes, state) => {
    expect(flowState({ published_revision, unpublished_changes })).toBe(state);
  });
});
