/** The violations that a schema check lists, exactly. */

import { describe, expect, it } from 'vitest';
import * as jsonSchema from './json-schema.ts';
import { compileSchema, type SchemaViolation } from './schema-check.ts';

const { object, optional, string } = jsonSchema;

const titled = (name: string) => ({ title: name });

const schema = object(
  {
    name: string({ minLength: 2, ...titled('Name') }),
    list: { ...jsonSchema.array(jsonSchema.oneOf(['a', 'b']), { maxItems: 2, ...titled('List') }) },
    plain: optional(string({ pattern: '^x' })),
    form: optional(string({ pattern: '^y', mismatch: 'must begin with y' })),
    count: optional(
      jsonSchema.anyOf([jsonSchema.integer({ minimum: 1 }), string({ pattern: '^z' })], titled('Count')),
    ),
    inner: optional(object({ key: string(), other: optional(string(titled('Other'))) }, titled('Inner'))),
  },
  {
    if: { required: ['plain'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['form'], properties: { form: { minLength: 3 } } },
    ...titled('Whole'),
  },
);
const check = compileSchema(schema);
const sound = { name: 'ab', list: ['a'] };

const at = (path: string, value: unknown, title = 'Whole') => ({ property_path: path, value, title });

describe('a schema check', () => {
  it.each<[string, unknown, SchemaViolation[]]>([
    ['nothing of what conforms', { ...sound, count: 'z', more: 1 }, []],
    ['another type', 'text', [{ keyword: 'type', expected: 'object', ...at('#/p', 'text') }]],
    ['null', null, [{ keyword: 'type', expected: 'object', ...at('#/p', null) }]],
    [
      'missing keys, with their own titles',
      {},
      [
        { keyword: 'required', isList: false, ...at('#/p/name', undefined, 'Name') },
        { keyword: 'required', isList: true, ...at('#/p/list', undefined, 'List') },
      ],
    ],
    [
      'a missing key without a title, with the title around it',
      { ...sound, inner: {} },
      [{ keyword: 'required', isList: false, ...at('#/p/inner/key', undefined, 'Inner') }],
    ],
    [
      'an own title inside of another',
      { ...sound, inner: { key: '', other: 1 } },
      [{ keyword: 'type', expected: 'string', ...at('#/p/inner/other', 1, 'Other') }],
    ],
    [
      'what is allowed instead of a text',
      { ...sound, list: ['c'] },
      [{ keyword: 'enum', allowed: ['a', 'b'], ...at('#/p/list/0', 'c', 'List') }],
    ],
    [
      'the type where one of some texts is wanted',
      { ...sound, list: ['a', 5] },
      [{ keyword: 'type', expected: 'string', ...at('#/p/list/1', 5, 'List') }],
    ],
    [
      'bounds of lengths',
      { name: 'a', list: ['a', 'b', 'a'] },
      [
        { keyword: 'limit', limit: 'minLength', bound: 2, ...at('#/p/name', 'a', 'Name') },
        { keyword: 'limit', limit: 'maxItems', bound: 2, ...at('#/p/list', ['a', 'b', 'a'], 'List') },
      ],
    ],
    [
      'of a union its first branch only',
      { ...sound, count: 0 },
      [{ keyword: 'limit', limit: 'minimum', bound: 1, ...at('#/p/count', 0, 'Count') }],
    ],
    [
      'of a union its first branch only, also of another type',
      { ...sound, count: 'a' },
      [{ keyword: 'type', expected: 'integer', ...at('#/p/count', 'a', 'Count') }],
    ],
    [
      'how a text should be, in words if there are any',
      { ...sound, form: 'abc' },
      [{ keyword: 'pattern', mismatch: 'must begin with y', ...at('#/p/form', 'abc') }],
    ],
    [
      'a pattern without words, and what follows of a condition',
      { ...sound, plain: 'a' },
      [
        { keyword: 'pattern', mismatch: undefined, ...at('#/p/plain', 'a') },
        { keyword: 'required', isList: false, property_path: '#/p/form', value: undefined, title: undefined },
      ],
    ],
    [
      'a bound that follows of a condition',
      { ...sound, plain: 'x', form: 'y' },
      [
        {
          keyword: 'limit',
          limit: 'minLength',
          bound: 3,
          property_path: '#/p/form',
          value: 'y',
          title: undefined,
        },
      ],
    ],
  ])('lists %s', (_, value, violations) => {
    expect(check(value, '#/p')).toEqual(violations);
  });

  it('escapes keys in paths', () => {
    const odd = compileSchema(object({ 'a/b~c': object({ d: string() }) }));
    expect(odd({ 'a/b~c': { d: 5 } }, '#')).toEqual([
      { keyword: 'type', expected: 'string', property_path: '#/a~1b~0c/d', value: 5, title: undefined },
    ]);
  });

  it('lists 100 violations at most', () => {
    const many = Array.from({ length: 150 }, () => 5);
    expect(compileSchema(jsonSchema.array(string()))(many, '#')).toHaveLength(100);
  });
});
