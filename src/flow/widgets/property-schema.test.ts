/** What each kind of property accepts, and what the schema of one says. */

import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../schema/schema-check.ts';
import * as build from './property-schema.ts';

/** Filled in by a tool before a file is used. */
const filledIn = `\${x}`;
const labels = { a: 'A', b: 'B' };
const titled = (builder: (title: string, description: string) => TSchema) => builder('T', 'D.');
const oneOf = (builder: typeof build.choice) => builder('T', 'D.', labels);
const ranged = { minimum: 1, maximum: 9 };

/** Names of the builders, what they accept and what they refuse. */
const kinds: [string, () => TSchema, unknown[], unknown[]][] = [
  ['text', () => titled(build.text), ['', '{{x}}'], [1, null]],
  ['template', () => titled(build.template), ['', '{{x}}'], [1, null]],
  ['json', () => titled(build.json), ['{', ''], [{}]],
  ['flowSid', () => titled(build.flowSid), ['FW1', ''], [1]],
  ['number', () => titled(build.number), [-1, 5, '{{x}}', '{% if %}', filledIn], [1.5, '5', '', '{x}', null]],
  ['number in a range', () => build.number('T', 'D.', ranged), [1, 9, '{{x}}'], [0, 10]],
  ['seconds', () => titled(build.seconds), [0, 5, '{{x}}'], [1.5, '5', '']],
  ['seconds in a range', () => build.seconds('T', 'D.', ranged), [1, 9, filledIn], [0, 10]],
  [
    'secondsText',
    () => titled(build.secondsText),
    ['', ' 60 ', '1.5', '{{x}}', 0, 1.5],
    ['1m', 'a1', '-1', '.5', -1, null],
  ],
  ['numberAsText', () => titled(build.numberAsText), ['', '2400', '{{x}}', -1, 1.5], ['1m', '-1', null]],
  ['toggle', () => titled(build.toggle), [true, false, filledIn], ['true', '{{x}}', 1]],
  ['toggleText', () => titled(build.toggleText), ['true', 'false', '{{x}}'], ['', 'yes', true]],
  ['choice', () => oneOf(build.choice), ['a', 'b', '{{x}}', filledIn], ['', 'A', 1]],
  ['suggestion', () => oneOf(build.suggestion), ['a', 'c', ''], [1, null]],
  ['choices', () => build.choices('T', 'D.', ['a', 'b']), [[], ['a', 'b']], [['c'], 'a']],
  [
    'keyValues',
    () => titled(build.keyValues),
    [
      [],
      [{ key: 'a', value: '' }],
      [
        { key: 'a', value: 'b', type: 'string', index: 0 },
        { key: '', value: '', index: '1' },
      ],
    ],
    [
      {},
      [null],
      [{ key: 'a' }],
      [{ value: 'a' }],
      ...[
        ['key', 1],
        ['value', 1],
        ['type', 1],
        ['index', 1.5],
      ].map(([name, odd]) => [{ key: 'a', value: 'b', [`${name}`]: odd }]),
    ],
  ],
  ['object', () => titled(build.object), [{}, { a: 1 }], [[], 'a', null]],
  ['lenient', () => build.lenient(titled(build.number)), [1, '{{x}}', 'odd', null, []], []],
];

describe('a property', () => {
  it.each(kinds)('of the kind %s has its values', (_, kind, accepted, refused) => {
    const schema = kind();
    const check = compileSchema(schema);
    expect(accepted.flatMap((value) => check(value, '#'))).toEqual([]);
    expect(refused.filter((value) => check(value, '#').length === 0)).toEqual([]);
    expect(schema).toMatchObject({ title: 'T', description: 'D.' });
  });

  it('says what kind it is, and of an own form of text that it is text', () => {
    expect(kinds.map(([name, kind]) => [name, (kind() as TSchema & { field?: unknown }).field])).toEqual([
      ['text', { kind: 'text' }],
      ['template', { kind: 'template' }],
      ['json', { kind: 'json' }],
      ['flowSid', { kind: 'flow' }],
      ['number', { kind: 'number' }],
      ['number in a range', { kind: 'number' }],
      ['seconds', { kind: 'duration' }],
      ['seconds in a range', { kind: 'duration' }],
      ['secondsText', { kind: 'duration', as: 'text' }],
      ['numberAsText', { kind: 'number', as: 'text' }],
      ['toggle', { kind: 'toggle' }],
      ['toggleText', { kind: 'toggle', as: 'text' }],
      ['choice', { kind: 'choice', labels }],
      ['suggestion', { kind: 'choice', labels }],
      ['choices', { kind: 'choices' }],
      ['keyValues', { kind: 'key-values' }],
      ['object', { kind: 'value' }],
      ['lenient', { kind: 'number' }],
    ]);
  });

  it('has only the annotations that are given', () => {
    const when = { property: 'p', is: [true] };
    const plain = { type: 'string', title: 'T', description: 'D.', field: { kind: 'text' } };
    expect(titled(build.text)).toStrictEqual(plain);
    expect(
      build.text('T', 'D.', { default: 'd', advanced: true, lines: 2, placeholder: 'p', when }),
    ).toStrictEqual({
      ...plain,
      default: 'd',
      field: { kind: 'text', lines: 2, placeholder: 'p', when, group: 'advanced' },
    });
    expect(build.number('T', 'D.', { minimum: 1 })).toMatchObject({
      anyOf: [{ type: 'integer', minimum: 1 }, {}],
    });
  });

  it('keeps its annotations where any value is accepted', () => {
    const { title, description, field } = { title: 'T', description: 'D.', field: { kind: 'text' } };
    expect(build.lenient(titled(build.text))).toStrictEqual({
      anyOf: [{ type: 'string' }, {}],
      title,
      description,
      field,
    });
    expect(build.lenient(build.text('T', 'D.', { default: '' }))).toMatchObject({ default: '' });
  });

  it('that is text and no number is said to be no number', () => {
    expect(compileSchema(titled(build.secondsText))('1m', '#')).toEqual([
      { keyword: 'pattern', mismatch: 'must be a number', property_path: '#', value: '1m', title: 'T' },
    ]);
  });
});

describe('the properties of a type', () => {
  const schema = build.propertiesSchema({ a: titled(build.text), b: titled(build.text) }, ['b']);

  it('are optional unless they are required, and so is the position on the canvas', () => {
    const check = compileSchema(schema);
    const pathsOf = (value: unknown) => check(value, '#').map(({ property_path: path }) => path);
    expect(pathsOf({ b: '' })).toEqual([]);
    expect(pathsOf({ a: '', b: '', offset: { x: -1.5, y: 2 }, more: 1 })).toEqual([]);
    expect(pathsOf({})).toEqual(['#/b']);
    expect(pathsOf({ a: 1, b: '', offset: { x: '1' } })).toEqual(['#/a', '#/offset/y', '#/offset/x']);
  });

  it('are none of them required by default', () => {
    expect(build.propertiesSchema({ a: titled(build.text) })).not.toHaveProperty('required');
  });
});
