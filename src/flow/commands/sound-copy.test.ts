import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperations } from '../change/apply.ts';
import type { Operation } from '../change/operation.ts';
import { type WorkingCopy, workingCopyOf } from '../change/working-copy.ts';
import type { FlowDefinition } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { LimitExceeded, WorkBudget } from '../work-budget/work-budget.ts';
import {
  addedBytes,
  damageOf,
  definitionBytes,
  exceededLimit,
  maxCopyStates,
  maxDefinitionBytes,
} from './sound-copy.ts';

const condition = (value: string) => ({
  event: 'match',
  conditions: [{ friendly_name: '', arguments: ['{{flow.data.a}}'], type: 'equal_to', value }],
});

function copyOf(conditions: number, numbers: number): WorkingCopy {
  const split = {
    ...{ name: 'split', type: 'split-based-on' },
    properties: { input: 'é', numbers: Array.from({ length: numbers }, () => 0) },
    transitions: Array.from({ length: conditions }, (_, at) => condition(`v${at}`)),
  };
  const definition = { description: '', initial_state: 'split', states: [split] };
  return { name: '', definition: definition as unknown as FlowDefinition, widgets: ['split'] };
}

const values = fc.oneof(
  fc.constantFrom(null, 1, 'text', 'ü"\n', [], {}, [1, 2]),
  fc.string({ maxLength: 4 }).map(condition),
);
const paths = fc.constantFrom(['transitions'], ['transitions', 0, 'conditions'], ['properties', 'numbers']);
const inPaths = fc.constantFrom(
  ['properties', 'input'],
  ['properties', 'more'],
  ['transitions', 1],
  ['transitions', 1, 'conditions', 0, 'value'],
  ['transitions', 2, 'event'],
);
const at = fc.nat({ max: 3 });
const operations = fc.oneof(
  fc.record({ kind: fc.constant('insert'), path: paths, at, value: values }),
  fc.record({ kind: fc.constant('delete'), path: paths, at, value: fc.constant(null) }),
  fc.record({ kind: fc.constant('reorder'), path: paths, from: at, to: at }),
  fc.record({ kind: fc.constant('set'), path: inPaths, to: values }),
);

describe('damageOf after a command', () => {
  it('finds the same as in a copy that shares nothing with the one before', () => {
    fc.assert(
      fc.property(fc.array(operations, { minLength: 1, maxLength: 12 }), (list) => {
        let before = copyOf(3, 3);
        damageOf(before);
        for (const each of list) {
          const operation = { widget: 'split', ...each } as unknown as Operation;
          const { copy } = applyOperations(before, [operation]);
          const damage = damageOf(copy, { copy: before });
          expect(damage).toEqual(damageOf(structuredClone(copy)));
          if (damage !== null) continue;
          expect(definitionBytes(copy)).toBe(Buffer.byteLength(JSON.stringify(copy.definition)));
          before = copy;
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['of a text that is set', ['properties', 'input'], { kind: 'set', to: 'x' }, 24],
    ['of a list with a new item', ['properties', 'numbers'], { kind: 'insert', at: 1, value: 7 }, 200_026],
    [
      'of lists and objects on the way',
      ['transitions', 1, 'conditions', 0, 'value'],
      { kind: 'set', to: 'x' },
      56,
    ],
    ['of an object with a new key', ['properties', 'more'], { kind: 'set', to: 'x' }, 26],
  ])('costs units by the lengths %s', (_, path, change, units) => {
    const copy = copyOf(3, 50_000);
    damageOf(copy);
    const work = new WorkBudget();
    const { left } = work;
    const applied = applyOperations(copy, [{ widget: 'split', path, ...change } as Operation]);
    expect(damageOf(applied.copy, { copy, work })).toBeNull();
    expect(left - work.left).toBe(units);
  });

  it('throws when its work is spent', () => {
    const copy = copyOf(3, 100);
    damageOf(copy);
    const item = {
      kind: 'insert',
      widget: 'split',
      path: ['properties', 'numbers'],
      at: 1,
      value: 7,
    } as const;
    const applied = applyOperations(copy, [item]);
    expect(() => damageOf(applied.copy, { copy, work: new WorkBudget(200) })).toThrow(LimitExceeded);
  });

  it('looks at a widget that takes the place of a damaged one', () => {
    const [before, after] = [copyOf(1, 0), copyOf(1, 0)];
    Object.assign(before.definition.states[0] as object, { transitions: [{ event: 7 }] });
    Object.assign(after.definition.states[0] as object, { transitions: [{ event: 7 }, {}] });
    expect(damageOf(before)).not.toBeNull();
    expect(damageOf(after, { copy: before })).toMatchObject({ place: '#/states/0/transitions/0/event' });
  });
});

/** A copy with every value that is looked at. */
const sound = () => ({
  name: 'Flow',
  definition: {
    ...{ description: '', initial_state: 'ask', $schema: 'one', flags: {}, ui: {} },
    states: [
      {
        ...{ name: 'ask', type: 'split-based-on', properties: {} },
        transitions: [
          { event: 'noMatch', next: null },
          {
            event: 'match',
            next: 'ask',
            conditions: [{ friendly_name: '', type: '', value: '', arguments: ['a'] }],
          },
        ],
      },
      {},
    ],
  },
  widgets: ['ask', 'other'],
});

/** A sound copy with another value at a path; without the value where it is undefined. */
function soundWith(path: Place, value: unknown): unknown {
  const copy = sound();
  const owner = path.slice(0, -1).reduce((at, key) => at[key as never], copy);
  Object.assign(owner, { [path.at(-1) ?? '']: value });
  return JSON.parse(JSON.stringify(copy));
}

/** So many objects in each other. */
const nested = (levels: number): object => (levels === 1 ? {} : { in: nested(levels - 1) });

type Place = readonly (string | number)[];

const [states, transitions]: [Place, Place] = [
  ['definition', 'states'],
  ['definition', 'states', 0, 'transitions'],
];
const optional = [
  ...['description', 'initial_state', '$schema', 'flags', 'ui'].map((key) => ['definition', key]),
  ...['name', 'type', 'properties', 'transitions'].map((key) => [...states, 0, key]),
  ...['event', 'next', 'conditions'].map((key) => [...transitions, 1, key]),
  ...['friendly_name', 'type', 'value', 'arguments'].map((key) => [...transitions, 1, 'conditions', 0, key]),
];

describe('damage of a copy', () => {
  it('is none where every value is what it has to be, or absent', () => {
    expect(damageOf(sound())).toBeNull();
    expect(damageOf({ ...sound(), widgets: ['same', 'too'] })).toBeNull();
    expect(optional.filter((path) => damageOf(soundWith(path, undefined)) !== null)).toEqual([]);
  });

  it.each<readonly [path: Place, value: unknown, place: string, expected: string, found: string]>([
    [['name'], 7, '#/friendly_name', 'text', '7'],
    [['name'], undefined, '#/friendly_name', 'text', ''],
    [['definition'], [], '#', 'object', '[0]'],
    [states, {}, '#/states', 'widgets', '{…}'],
    [states, undefined, '#/states', 'widgets', ''],
    [['definition', 'description'], null, '#/description', 'text', 'null'],
    [['definition', 'initial_state'], ['a', 'b'], '#/initial_state', 'text', '[2]'],
    [['definition', '$schema'], 1, '#/$schema', 'text', '1'],
    [['definition', 'flags'], 'x', '#/flags', 'object', '"x"'],
    [['definition', 'ui'], [], '#/ui', 'object', '[0]'],
    [['definition', 'ui'], nested(98), '#/ui', 'shallow', '{…}'],
    [[...states, 1], 'x', '#/states/1', 'object', '"x"'],
    [[...states, 0, 'name'], {}, '#/states/0/name', 'text', '{…}'],
    [[...states, 1, 'type'], true, '#/states/1/type', 'text', 'true'],
    [[...states, 0, 'properties'], 'é'.repeat(60), '#/states/0/properties', 'object', `"${'é'.repeat(59)}…`],
    [[...states, 0, 'properties'], 'é'.repeat(58), '#/states/0/properties', 'object', `"${'é'.repeat(58)}"`],
    [[...states, 0, 'properties'], nested(98), '#/states/0', 'shallow', '{…}'],
    [transitions, {}, '#/states/0/transitions', 'list', '{…}'],
    [[...transitions, 1], 1, '#/states/0/transitions/1', 'object', '1'],
    [[...transitions, 1, 'event'], 1, '#/states/0/transitions/1/event', 'text', '1'],
    [[...transitions, 0, 'next'], 1, '#/states/0/transitions/0/next', 'text', '1'],
    [[...transitions, 1, 'conditions'], 'x', '#/states/0/transitions/1/conditions', 'list', '"x"'],
    ...['friendly_name', 'type', 'value'].map((key) => {
      const path = [...transitions, 1, 'conditions', 0, key];
      return [path, null, `#/states/0/transitions/1/conditions/0/${key}`, 'text', 'null'] as const;
    }),
    ...['x', ['x', 1]].map((value) => {
      const path = [...transitions, 1, 'conditions', 0, 'arguments'];
      const found = value === 'x' ? '"x"' : '[2]';
      return [path, value, '#/states/0/transitions/1/conditions/0/arguments', 'texts', found] as const;
    }),
    ...[{}, ['a'], ['a', ''], ['a', 'a'], ['a', 1], ['a', 'b', 'c']].map((value) => {
      return [
        ['widgets'],
        value,
        '#/states',
        'identities',
        Array.isArray(value) ? `[${value.length}]` : '{…}',
      ] as const;
    }),
  ])('at %j with %j is told', (path, value, place, expected, found) => {
    expect(damageOf(soundWith(path, value))).toEqual({ place, expected, found });
  });

  it('is everything of what is no object', () => {
    expect(damageOf(null)).toEqual({ place: '#', expected: 'object', found: 'null' });
  });

  it('is the first of several', () => {
    const copy = soundWith(states, [{}, { name: 1 }, { name: 2 }]);
    expect(damageOf(copy)).toEqual({ place: '#/states/1/name', expected: 'text', found: '1' });
  });

  it('is none at the greatest depth, also where only that changed', () => {
    const deep = (innermost: unknown) => {
      const copy = sound() as unknown as WorkingCopy;
      let value = innermost;
      for (let level = 0; level < 96; level += 1) value = { in: value };
      Object.assign(copy.definition.states[0] as object, { properties: value });
      return copy;
    };
    const copy = deep('x');
    expect(damageOf(soundWith(['definition', 'ui'], nested(97)))).toBeNull();
    expect(damageOf(deep({}))).toBeNull();
    expect(damageOf(copy)).toBeNull();
    const path = ['properties', ...Array.from({ length: 96 }, () => 'in')];
    const setTo = (to: Json) => applyOperations(copy, [{ kind: 'set', widget: 'ask', path, to }]).copy;
    for (const value of ['yyy', {}, [1]]) {
      const after = setTo(value as Json);
      expect(damageOf(after, { copy })).toBeNull();
      expect(definitionBytes(after)).toBe(Buffer.byteLength(JSON.stringify(after.definition)));
    }
    expect(damageOf(setTo({ a: {} }), { copy })).toEqual({
      place: '#/states/0',
      expected: 'shallow',
      found: '{…}',
    });
  });
});

describe('the limit that a copy exceeds', () => {
  const withStates = (count: number) => ({
    ...copyOf(0, 0),
    definition: { description: '', initial_state: '', states: Array(count).fill({}) },
  });
  const withBytes = (bytes: number) => {
    const { length } = JSON.stringify({ description: '', initial_state: '', states: [] });
    const definition = { description: 'x'.repeat(bytes - length), initial_state: '', states: [] };
    return { name: '', definition, widgets: [] };
  };
  it.each([
    ['none with as many widgets as may be', withStates(0), withStates(maxCopyStates), null],
    ['widgets with one more', withStates(maxCopyStates), withStates(maxCopyStates + 1), 'states'],
    ['none where there were as many', withStates(maxCopyStates + 1), withStates(maxCopyStates + 1), null],
    ['none with as many bytes as may be', withBytes(100), withBytes(maxDefinitionBytes), null],
    ['bytes with one more', withBytes(maxDefinitionBytes), withBytes(maxDefinitionBytes + 1), 'bytes'],
    [
      'none where there were as many bytes',
      withBytes(maxDefinitionBytes + 1),
      withBytes(maxDefinitionBytes + 1),
      null,
    ],
  ])('is %s', (_, before, after, limit) => {
    expect(exceededLimit(before, after)).toBe(limit);
  });
});

describe('what a copy takes beside the one before', () => {
  const copyWith = (...states: object[]) =>
    workingCopyOf({ name: '', definition: { description: '', initial_state: '', states } as FlowDefinition });
  const [one, two, three] = [{ k: 'vw' }, { k: 'x' }, { k: 'yz' }];

  /** Of the widget: its name, and the entry of its properties. */
  const ofWidget = 9 + 8;
  it.each([
    ['of a number', { n: 1 }, { n: 2 }, 8],
    ['of nothing', {}, { n: null }, 8],
    ['of a text, though it is equal', { t: 'abc' }, { t: 'abc', n: 1 }, 8 + 3 + 8],
    ['of an object that is shared', { o: one }, { o: one, n: 1 }, 8 + 8],
    ['of an object that changed', { o: { p: one } }, { o: { p: one, t: 'ab' } }, 8 + 8 + 8 + 2],
    ['of an object in place of a list', { o: [one] }, { o: { t: 'ab' } }, 8 + 8 + 2],
    ['of a list in place of an object', { l: one }, { l: ['abc', null] }, 8 + 16 + 3],
    ['of a list with a new end', { l: [one] }, { l: [one, { n: 1 }] }, 8 + 16 + 8],
    ['of a list with a new item inside', { l: [one, three] }, { l: [one, two, three] }, 8 + 24 + 9],
    ['of a list with less', { l: [one, two, three] }, { l: [one, three] }, 8 + 16],
    ['of a list in another order', { l: [one, two, three] }, { l: [three, one, two] }, 8 + 24],
    ['of texts in another order', { l: ['x', 'yy'] }, { l: ['yy', 'x'] }, 8 + 16 + 3],
    ['of an item that changed', { l: [{ o: one, t: 'a' }] }, { l: [{ o: one, t: 'b' }] }, 8 + 8 + 8 + 9],
  ])('is that %s', (_, before, after, bytes) => {
    const old = copyWith({ name: 'a', properties: before }, one);
    const { definition } = old;
    const young = copyWith({ name: 'a', properties: after }, ...definition.states.slice(1));
    expect(addedBytes(old, young)).toBe(ofWidget + bytes);
  });

  it('is the sum of all widgets that changed, and everything of one with another name', () => {
    const before = copyWith({ name: 'a', o: one }, { name: 'b', o: two });
    const after = copyWith({ name: 'a', o: one }, { name: 'c', o: two });
    expect(addedBytes(before, after)).toBe(9 + 8 + (9 + 8 + 9));
  });

  it('is nothing, where the widgets are the same', () => {
    const before = copyWith({ name: 'a' });
    expect(addedBytes(before, { ...before, name: 'Small' })).toBe(0);
    expect(addedBytes(before, copyWith(...before.definition.states))).toBe(0);
  });
});
