import { describe, expect, it } from 'vitest';
import type { Json } from '#flow/json/json.ts';
import { afterSetting, assuming, either, keysOf, type Possible, possibleTexts } from './possible-values.ts';

type Values = { [path: string]: (Json | undefined)[] };

const known = (values: Values): Possible => ({ values: new Map(Object.entries(values)), facts: new Map() });
const unknown = known({});
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const valuesOf = (possible: Possible | null) => possible && Object.fromEntries(possible.values);
const [a, b] = ['flow.variables.a', 'flow.variables.b'];
const [readA, readB] = [`{{${a}}}`, `{{${b}}}`];
const is = (value: string, type = 'equal_to') => ({ type, value });

it.each([
  ['a.b', ['a', 'b']],
  ['a[12].b', ['a', '12', 'b']],
  ['a["x y"].b', ['a', 'x y', 'b']],
  ["a['x y'][0]", ['a', 'x y', '0']],
  ['a[b]', null],
  ['a[12', null],
])('the keys of %s are %j', (path, keys) => {
  expect(keysOf(path)).toEqual(keys);
});

describe('the texts of a template', () => {
  const eitherOf = (body: string) => `{% if x.y == 1 %}${body}{% endif %}`;

  it.each<[string, Values, string[] | null]>([
    ['plain', {}, ['plain']],
    [readA, {}, null],
    [`<${readA}>`, { [a]: ['x', undefined] }, ['<x>', '<>']],
    [`${readA}${readB}${readA}`, { [a]: ['x', 'y'], [b]: [1, 2] }, ['x1x', 'x2x', 'y1y', 'y2y']],
    [`{{${a}.c}}${readA}`, { [`${a}.c`]: ['x'], [a]: [[1]] }, ['1']],
    [`{{${a}.c}}{{${a}.d}}`, { [`${a}.c`]: ['x'], [`${a}.d`]: ['y'] }, ['xy']],
    [`${readA}{{ 'now' | date: '%Y' }}`, { [a]: ['x'] }, null],
    [
      `${readA}${readB}`,
      { [a]: numbers(8), [b]: numbers(8) },
      numbers(64).map((at) => `${at >> 3}${at & 7}`),
    ],
    [`${readA}${readB}`, { [a]: numbers(5), [b]: numbers(13) }, null],
    [eitherOf('yes{% else %}no'), {}, ['yes', 'no']],
    [`{% if ${a} == 1 %}yes{% else %}no{% endif %}`, { [a]: [1, 1] }, ['yes', 'yes']],
    [eitherOf('yes'), {}, null],
    [eitherOf(`yes{% else %}${readA}`), {}, null],
    [`${eitherOf('yes{% else %}no')} or so`, {}, null],
    [`so ${eitherOf('yes{% else %}no')}`, {}, null],
  ])('%s with %j are %j', (template, values, texts) => {
    expect(possibleTexts(template, known(values))).toEqual(texts);
  });
});

describe('what is possible where a comparison', () => {
  it.each<[string, string, ReturnType<typeof is>, boolean, Values, Values | null]>([
    ['holds keeps the values that fit', readA, is('1'), true, { [a]: ['1', '2'] }, { [a]: ['1'] }],
    ['fails keeps the others', readA, is('1'), false, { [a]: ['1', '2'] }, { [a]: ['2'] }],
    ['cannot hold is nothing', readA, is('3'), true, { [a]: ['1', '2'] }, null],
    ['is of a constant', 'x', is('x'), true, { [a]: ['1'] }, { [a]: ['1'] }],
    ['of a constant fails', 'x', is('x'), false, {}, null],
    [
      'is of two variables leaves both',
      readA + readB,
      is('11'),
      true,
      { [a]: ['1', '2'], [b]: ['1'] },
      { [a]: ['1', '2'], [b]: ['1'] },
    ],
    [
      'is with a known variable',
      readA,
      is(readB),
      true,
      { [a]: ['1', '2'], [b]: ['2'] },
      { [a]: ['2'], [b]: ['2'] },
    ],
    [
      'is with one of several values leaves all',
      readA,
      is(readB),
      true,
      { [a]: ['1', '2'], [b]: ['2', '3'] },
      { [a]: ['1', '2'], [b]: ['2', '3'] },
    ],
    [
      'is of a day leaves all',
      readA,
      is('2026-01-01', 'is_before_date'),
      true,
      { [a]: ['x'] },
      { [a]: ['x'] },
    ],
    ['is of a time leaves all', readA, is('10:00', 'is_after_time'), true, { [a]: ['x'] }, { [a]: ['x'] }],
    [
      'takes too long leaves all',
      readA,
      is('(a+)+$', 'regex'),
      true,
      { [a]: ['a'.repeat(2_000_000)] },
      { [a]: ['a'.repeat(2_000_000)] },
    ],
  ])('%s', (_, template, comparison, held, before, after) => {
    expect(valuesOf(assuming(known(before), template, comparison, held))).toEqual(after);
  });

  it.each([
    ['of an unknown text', readA, is('1'), readA],
    ['with an unknown text', readA, is(readB), `${readA} ${readB}`],
  ])('%s cannot both hold and fail', (_, template, comparison, key) => {
    const held = assuming(unknown, template, comparison, true) ?? unknown;
    expect([...held.facts.keys()]).toEqual([key]);
    expect(assuming(held, template, comparison, false)).toBeNull();
    expect(assuming(held, template, comparison, true)).toEqual(held);
    expect(
      assuming(held, template, { ...comparison, type: 'starts_with' }, true)?.facts.get(key),
    ).toHaveLength(1);
  });

  it.each([
    ['the clock', "{{ 'now' | date: '%u' }}", is('1')],
    ['a key that another variable has', '{{widgets.ask[flow.variables.a]}}', is('1')],
    ['such a key beside another variable', `${readA}{{widgets.ask[flow.variables.a]}}`, is('1')],
    ['another variable that is read so', readA, is('{{widgets.ask[flow.variables.a]}}')],
  ])('is of %s says nothing', (_, template, comparison) => {
    expect(assuming(unknown, template, comparison, true)).toBe(unknown);
  });
});

describe('what is possible once a variable was set', () => {
  const paths = [
    'flow.variables.a',
    'flow.variables.ab',
    'flow.variables.a.c',
    'flow.variables',
    'widgets.ask.a',
  ];
  const indexed = [
    'flow.variables["a"]',
    'flow.variables["b"]',
    'flow["variables"]',
    'flow.variables[x]',
    'widgets["ask"]',
  ];

  it.each<[string[], string[]]>([
    [
      ['flow', 'variables', 'a'],
      ['flow.variables.ab', 'widgets.ask.a', 'flow.variables["b"]', 'widgets["ask"]'],
    ],
    [
      ['flow', 'variables'],
      ['widgets.ask.a', 'widgets["ask"]'],
    ],
    [
      ['widgets', 'ask'],
      [...paths.slice(0, 4), ...indexed.slice(0, 3)],
    ],
  ])('%j forgets what it holds and what holds it', (keys, left) => {
    const values = Object.fromEntries([...paths, ...indexed].map((path) => [path, ['1']]));
    expect(Object.keys(valuesOf(afterSetting(known(values), keys, null)) ?? {})).toEqual(left);
    const facts = new Map([...paths, ...indexed].map((path) => [`{{${path}}}{{contact.x}}`, [new Map()]]));
    const after = afterSetting({ values: new Map(), facts }, keys, null);
    expect([...after.facts.keys()]).toEqual(left.map((path) => `{{${path}}}{{contact.x}}`));
  });

  it('has its values, unless they are too many', () => {
    const keys = ['flow', 'variables', 'a'];
    expect(valuesOf(afterSetting(known({ [a]: ['1'] }), keys, numbers(40)))).toEqual({ [a]: numbers(40) });
    expect(valuesOf(afterSetting(known({ [a]: ['1'] }), keys, numbers(41)))).toEqual({});
  });
});

describe('what is possible where two ways meet', () => {
  it.each<[Values, Values, Values]>([
    [{ [a]: ['1'] }, { [a]: ['2', '1'] }, { [a]: ['1', '2'] }],
    [{ [a]: [undefined] }, { [a]: ['', undefined] }, { [a]: [undefined, ''] }],
    [{ [a]: ['1'], [b]: ['1'] }, { [b]: ['2'] }, { [b]: ['1', '2'] }],
    [{ [a]: numbers(20) }, { [a]: numbers(40) }, { [a]: numbers(40) }],
    [{ [a]: numbers(20) }, { [a]: numbers(41) }, {}],
  ])('%j and %j are %j', (one, other, both) => {
    const joined = either(known(one), known(other));
    expect(valuesOf(joined)).toEqual(both);
    expect(either(joined, known(other))).toBe(joined);
  });

  it('is known of a text where both have said something of it', () => {
    const saying = (value: string, template = readA) =>
      assuming(unknown, template, is(value), true) ?? unknown;
    const joined = either(saying('1'), saying('2'));
    expect(joined.facts.get(readA)).toEqual([
      ...(saying('1').facts.get(readA) ?? []),
      ...(saying('2').facts.get(readA) ?? []),
    ]);
    expect(either(joined, saying('2'))).toBe(joined);
    expect(either(saying('1'), saying('1', readB)).facts.size).toBe(0);
    expect(assuming(joined, readA, is('3'), true)).toBeNull();
    expect(assuming(joined, readA, is('2'), true)?.facts.get(readA)).toHaveLength(1);
  });
});
