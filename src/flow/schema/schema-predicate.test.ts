/** Property-based tests: the compiled predicate agrees with the validator library for every schema of `flow`. */

import fc from 'fast-check';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { widgetTypes } from '../widgets/widget-types.ts';
import { definitionFrameSchema, stateSchema, unknownStateSchema } from './definition-schema.ts';
import { compilePredicate } from './schema-predicate.ts';

const states = Object.values(widgetTypes).map((type) => ({
  name: type.type,
  schema: stateSchema(type),
  type,
}));

describe('the compiled predicate', () => {
  it.each(states)('agrees with the validator on the properties of $name', ({ schema, type }) => {
    const isFine = compilePredicate(schema);
    const { properties = {} } = type.schema as { properties?: object };
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('', '5', '{{x}}', 'true', 'POST', 0, 1, 1.5, 30, 601, [{ key: 'a', value: 'b' }], {
        x: 1,
        y: 2,
      }),
    );
    const members = fc.record(
      Object.fromEntries(Object.keys(properties).map((property) => [property, value])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(members, (changed) => {
        const state = { ...type.example, properties: { ...type.example.properties, ...changed } };
        expect({ fits: isFine(state), changed }).toEqual({ fits: Check(schema, state), changed });
      }),
    );
  });

  it('agrees with the validator on arbitrary JSON', () => {
    const schemas = [definitionFrameSchema, unknownStateSchema, ...states.map(({ schema }) => schema)];
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.jsonValue(), (schema, value) => {
        expect(compilePredicate(schema)(value)).toBe(Check(schema, value));
      }),
    );
  });

  it.each<[object, unknown[], unknown[]]>([
    [{ type: 'null' }, [null], [undefined, 0, '', {}]],
    [{ type: 'boolean' }, [true, false], [null, 0, 'true']],
    [{ type: 'string' }, [''], [null, 1, []]],
    [{ type: 'number' }, [0, 1.5], [Number.NaN, Number.POSITIVE_INFINITY, '1', null]],
    [{ type: 'integer' }, [0, -1], [1.5, '1', null]],
    [{ type: 'array' }, [[]], [{}, null, '']],
    [{ type: 'object' }, [{}], [[], null, '']],
    [{ enum: ['a', 1] }, ['a', 1], ['1', 'b', null]],
    [{ const: 'a' }, ['a'], ['b', null, undefined]],
    [{ anyOf: [{ type: 'null' }, { const: 1 }] }, [null, 1], [2]],
    [{ required: ['a', 'b'] }, [{ a: 1, b: undefined }, [], 'a', null], [{ a: 1 }, { b: 1 }, {}]],
    [{ properties: { a: { type: 'null' } } }, [{}, { a: null }, { b: 1 }, [], null], [{ a: 1 }]],
    [
      { items: { type: 'null' } },
      [[], [null], {}, 'a'],
      [
        [null, 1],
        [1, null],
      ],
    ],
    [{ minimum: 2 }, [2, 3, '1', null], [1.9]],
    [{ maximum: 2 }, [2, 1, '3', null], [2.1]],
    [{ minItems: 2 }, [[1, 2], [1, 2, 3], 'a', { length: 0 }], [[1], []]],
    [{ maxItems: 1 }, [[1], [], 'ab', { length: 3 }], [[1, 2]]],
    [{ minLength: 2 }, ['ab', 'abc', '👍👍', ['a'], 1], ['a', '', '👍']],
    [{ pattern: '^.$' }, ['a', '👍', 12, null], ['', 'ab']],
    [
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      { if: { required: ['a'] }, then: { required: ['b'] } },
      [{}, { b: 1 }, { a: 1, b: 1 }],
      [{ a: 1 }],
    ],
    [{ title: '', description: '', default: 1, field: {}, mismatch: '' }, [0, null, undefined], []],
    [{ type: 'number', minimum: 1, maximum: 2 }, [1, 2], ['1', 0, 3]],
  ])('%j holds for %j and not for %j', (schema, accepted, refused) => {
    const isFine = compilePredicate(schema);
    expect(accepted.filter((value) => !isFine(value))).toEqual([]);
    expect(refused.filter(isFine)).toEqual([]);
  });

  it('checks own keys only', () => {
    expect(compilePredicate(Type.Object({ constructor: Type.Unknown() }))({})).toBe(false);
    expect(compilePredicate(Type.Object({ toString: Type.Optional(Type.String()) }))({})).toBe(true);
  });

  it('rejects a schema with an unsupported keyword', () => {
    expect(() => compilePredicate(Type.String({ format: 'email' }))).toThrow(
      'A schema uses format, which is not supported.',
    );
    expect(() =>
      compilePredicate(Type.Object({ a: Type.Array(Type.String(), { uniqueItems: true }) })),
    ).toThrow('uniqueItems');
  });
});
