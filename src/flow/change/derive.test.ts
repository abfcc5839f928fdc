/** Which operations an edit is: the smallest that say what a person did, so that others can follow it. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State, Transition } from '../definition.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { fieldsOf } from '../widgets/fields.ts';
import { widgetTypes } from '../widgets/widget-types.ts';
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

  const fields = Object.values(widgetTypes).flatMap((type) =>
    fieldsOf(type).map(({ kind, property }) => ({ kind, property, type: type.type })),
  );
  it.each(['number', 'duration', 'toggle', 'choice', 'choices', 'flow'])(
    'of a %s is one of the whole',
    (kind) => {
      const { type = '', property = '' } = fields.find((each) => each.kind === kind) ?? {};
      const state = (value: string) => ({ states: [{ name: 'a', type, properties: { [property]: value } }] });
      const before = workingCopyOf({ name: 'Shop', definition: { ...definition, ...state('1') } });
      expect(operationsOf(state('12'), 'Shop', before)).toEqual([
        { kind: 'set', widget: 'a', path: ['properties', property], from: '1', to: '12' },
      ]);
    },
  );

  const twice = { type: 'x', x: 'ab', value: 'ab', offset: { x: 1, y: 2 } };
  const odd: State = {
    ...send,
    ...({ extra: { value: 'ab', x: 'ab' } } as State),
    properties: { list: [twice], area: { offset: { x: 1, y: 2 } }, key: 'ab' },
    transitions: { value: 'ab' } as never,
  };
  const unknown: State = { name: 'odd', type: 'x', properties: 'ab' as never };
  const other: FlowDefinition = {
    ...definition,
    ui: {
      other: { n: { text: 'ab' } },
      notes: { n: { text: { x: 'ab' }, part: { text: 'ab' } } },
      list: [{ n: 1 }],
    },
    states: [split, odd, unknown],
  };
  it.each<[string, (string | number)[], Json, Json, 'set' | 'edit-text']>([
    ['a text', ['properties', 'key'], 'ab', 'abc', 'edit-text'],
    ['a value of an item', ['properties', 'list', 0, 'value'], 'ab', 'abc', 'edit-text'],
    ['the type of an item', ['properties', 'list', 0, 'type'], 'x', 'xy', 'set'],
    ['a place', ['properties', 'area', 'offset'], { x: 1, y: 2 }, { x: 2, y: 3 }, 'set'],
    ['a key that no widget has', ['extra', 'value'], 'ab', 'abc', 'set'],
    ['another key that no widget has', ['extra', 'x'], 'ab', 'abc', 'set'],
    ['what should be transitions', ['transitions', 'value'], 'ab', 'abc', 'set'],
    ['a list that was none', ['properties', 'key'], 'ab', [{}], 'set'],
    ['a list that is none', ['properties', 'list'], [twice as Json], 'ab', 'set'],
  ])('of %s is one of what it is', (_, path, from, to, kind) => {
    const before = workingCopyOf({ name: 'Shop', definition: other });
    const states = other.states.with(1, JSON.parse(JSON.stringify(odd)));
    const parent = path
      .slice(0, -1)
      .reduce<Json>((value, key) => (value as JsonObject)[key] ?? null, states[1] as Json);
    Object.assign(parent as JsonObject, { [path.at(-1) ?? '']: to });
    const change = kind === 'set' ? { kind, from, to } : { kind, edit: [2, 'c'] };
    expect(operationsOf({ states }, 'Shop', before)).toEqual([
      { widget: before.widgets[1], path, ...change },
    ]);
  });

  it('of a widget of a strange form is one of what it is', () => {
    const before = workingCopyOf({ name: 'Shop', definition: other });
    const [, , widget = ''] = before.widgets;
    const edited = (state: State, from = before) =>
      operationsOf({ states: from.definition.states.with(2, state) }, 'Shop', from);
    expect(edited({ ...unknown, properties: 'abc' as never })).toEqual([
      { kind: 'set', widget, path: ['properties'], from: 'ab', to: 'abc' },
    ]);
    const text = workingCopyOf({
      name: 'Shop',
      definition: { ...other, states: [split, odd, { ...unknown, properties: { text: 'ab' } }] },
    });
    expect(edited({ ...unknown, properties: { text: 'abc' } }, text)).toEqual([
      { kind: 'edit-text', widget, path: ['properties', 'text'], edit: [2, 'c'] },
    ]);
  });

  it.each<[string, Json, Json]>([
    ['other/n/text', 'ab', 'abc'],
    ['notes/n/text/x', 'ab', 'abc'],
    ['notes/n/part/text', 'ab', 'abc'],
    ['list', [{ n: 1 }], [{ n: 2 }]],
  ])('of %s that only people read is one of the whole', (place, from, to) => {
    const before = workingCopyOf({ name: 'Shop', definition: other });
    const path = ['definition', 'ui', ...place.split('/')];
    const after = applyOperations(before, [{ kind: 'set', widget: null, path, from, to }]).copy;
    expect(operationsOf(after.definition, 'Shop', before)).toEqual([
      { kind: 'set', widget: null, path, from, to },
    ]);
  });

  it('is made by one of more where a part of it has no address', () => {
    const strange = JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as JsonObject;
    const after = { ...definition, ...withState(1, { ...send, properties: strange }) };
    const made = (definition: FlowDefinition) => {
      const operations = operationsBetween(copy, { name: 'Shop', definition }, String);
      expect(JSON.stringify(applyOperations(copy, operations).copy.definition)).toBe(
        JSON.stringify(definition),
      );
      return operations.at(-1);
    };
    expect(made(after)).toEqual({
      kind: 'set',
      widget: sendId,
      path: [],
      from: expect.anything(),
      to: after.states[1],
    });
    const text = `{"__proto__": 1, ${JSON.stringify(definition).slice(1)}`;
    const whole = JSON.parse(text) as FlowDefinition;
    expect(made(whole)).toEqual({
      ...{ kind: 'replace', from: definition, to: whole },
      ...{ fromWidgets: copy.widgets, toWidgets: copy.widgets },
    });
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
    expect(moved('3', '2', '1')).toEqual(['2>0', '2>1']);
    expect(moved('3', '1')).toEqual(['delete', '1>0']);
    expect(moved('1', '2', '3')).toEqual([]);
  });

  it('moves one of many', () => {
    const list = (...values: string[]) => ({
      states: [{ ...split, transitions: values.map((each) => branch(each)) }],
    });
    const before = workingCopyOf({
      name: 'Shop',
      definition: { ...definition, ...list('1', '2', '3', '4', '5') },
    });
    expect(operationsOf(list('1', '5', '2', '3', '4'), 'Shop', before)).toEqual([
      { kind: 'reorder', widget: before.widgets[0], path: ['transitions'], from: 4, to: 1 },
    ]);
  });

  it('of too many changes in too many items is one of the whole list', () => {
    const keys = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${prefix}${at}`);
    const list = (count: number) => withProperties(2, { variables: listOf(...keys('k', count)) });
    const edited = (before: number, after: number) =>
      operationsOf(list(after), 'Shop', { ...copy, definition: { ...definition, ...list(before) } });
    const set = (from: Json, to: Json) => [
      { kind: 'set', widget: setId, path: ['properties', 'variables'], from, to },
    ];
    const many = listOf(...keys('k', 708));
    expect(edited(708, 0)).toEqual(set(many, []));
    expect(edited(0, 708)).toEqual(set([], many));
    const kinds = (before: number, after: number) => {
      const all = edited(before, after).map(({ kind }) => kind);
      return [...new Set(all)].map((kind) => `${all.length} ${kind}`);
    };
    expect(kinds(707, 0)).toEqual(['707 delete']);
    expect(kinds(0, 707)).toEqual(['707 insert']);
    expect(kinds(1_000, 500)).toEqual(['500 delete']);
    expect(kinds(708, 709)).toEqual(['1 insert']);
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
    const lost = workingCopyOf({ name: 'Shop', definition: { ...definition, ...to('lost') } });
    expect(operationsOf(to('set'), 'Shop', lost)).toEqual([
      { kind: 'set', widget: splitId, path: ['transitions', 0, 'next'], from: 'lost', to: 'set' },
    ]);
    expect(operationsOf(to(''))).toEqual([
      { kind: 'set', widget: splitId, path: ['transitions', 0, 'next'], to: '' },
    ]);
  });

  it.each([[''], [null]])('is one of the name %j, which leads nowhere though a widget has it', (name) => {
    const nameless = { ...set, name: name as string };
    const before = workingCopyOf({ name: 'Shop', definition: { ...definition, states: [send, nameless] } });
    const states = [{ ...send, transitions: [{ event: 'sent', next: name }, { event: 'failed' }] }, nameless];
    expect(operationsOf({ states }, 'Shop', before)).toEqual([
      { kind: 'set', widget: before.widgets[0], path: ['transitions', 0, 'next'], to: name },
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

  it('renames several at once', () => {
    const states = [
      { ...split, transitions: [branch('1'), branch('2', 'tell'), branch('3')] },
      { ...send, name: 'tell' },
      { ...set, name: 'put', transitions: [{ event: 'next', next: 'tell' }] },
    ];
    expect(operationsOf({ states })).toEqual([
      { kind: 'rename-widget', widget: sendId, from: 'send', to: 'tell' },
      { kind: 'rename-widget', widget: setId, from: 'set', to: 'put' },
    ]);
  });

  const summary = (states: State[], before = copy) =>
    operationsOf({ states }, 'Shop', before).map((each) => [
      each.kind,
      ...('widget' in each ? [each.widget] : []),
    ]);

  it('takes those for new that are like none', () => {
    const [one, two] = [added, { ...added, name: 'other', type: 'say-play' }];
    const replaced = [
      ['remove-widget', sendId],
      ['remove-widget', setId],
      ['add-widget', 'new 0'],
    ];
    const { transitions } = split;
    const alone = { ...split, transitions: transitions?.map(({ next: _, ...rest }) => rest) ?? [] };
    expect(summary([alone, two])).toEqual(replaced);
    expect(summary([alone, one, two])).toEqual([...replaced, ['add-widget', 'new 1']]);
  });

  it.each([
    [
      'before',
      [split, { ...send, name: 'twin' }, { ...send, name: 'twin' }, set],
      [
        { ...split, name: 'choice' },
        { ...send, name: 'twin' },
        { ...set, name: 'put' },
      ],
    ],
    [
      'after',
      [split, send, set],
      [{ ...split, name: 'choice' }, added, { ...added }, { ...set, name: 'put' }],
    ],
  ])('takes none for renamed where two have one name %s', (_, old, young) => {
    const states = young.map((each, at) => (old[at]?.name === each.name ? (old[at] as State) : each));
    const before = workingCopyOf({ name: 'Shop', definition: { ...definition, states: old } });
    expect(summary(states, before).map(([kind]) => kind)).not.toContain('rename-widget');
  });

  it.each([
    [
      { ...send, name: 'twin' },
      { ...set, name: 'twin' },
    ],
    [{ type: 'x' }],
    [{ name: '', type: 'x' }],
  ])('takes a changed one for new that no name tells from others: %j %j', (...states: State[]) => {
    const before = workingCopyOf({ name: 'Shop', definition: { ...definition, states: [split, ...states] } });
    const changed = [split, ...states.map((each) => ({ ...each, properties: { x: 1 } })), added];
    expect(summary(changed, before).filter(([kind]) => kind !== 'set')).toEqual([
      ...before.widgets.slice(1).map((widget) => ['remove-widget', widget]),
      ...[...states, added].map((_, nth) => ['add-widget', `new ${nth}`]),
    ]);
  });

  it('knows one that has not changed after another of its name is gone', () => {
    const twins = [
      { ...send, name: 'twin' },
      { ...set, name: 'twin' },
    ];
    const before = workingCopyOf({ name: 'Shop', definition: { ...definition, states: [split, ...twins] } });
    expect(summary([split, ...twins.slice(0, 1)], before)).toEqual([['remove-widget', before.widgets[2]]]);
    expect(summary([split, ...twins.slice(1)], before)).toEqual([['remove-widget', before.widgets[1]]]);
  });

  it('takes one that is there twice for itself and a new one', () => {
    expect(operationsOf({ states: [split, send, send, set] })).toEqual([
      { kind: 'add-widget', widget: 'new 0', at: 2, state: send },
      { kind: 'set', widget: 'new 0', path: ['name'], from: 'send_2', to: 'send' },
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
