/** The fast check says the same as the validator, for every schema of this room. */

import fc from 'fast-check';
import Type from 'typebox';
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

describe('the fast check', () => {
  it.each(states)('agrees on the properties of $name', ({ schema, type }) => {
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

  it('agrees on anything', () => {
    const schemas = [definitionFrameSchema, unknownStateSchema, ...states.map(({ schema }) => schema)];
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.jsonValue(), (schema, value) => {
        expect(compilePredicate(schema)(value)).toBe(Check(schema, value));
      }),
    );
  });

  it('looks at own keys only', () => {
    expect(compilePredicate(Type.Object({ constructor: Type.Unknown() }))({})).toBe(false);
    expect(compilePredicate(Type.Object({ toString: Type.Optional(Type.String()) }))({})).toBe(true);
  });

  it('refuses a schema with a keyword that it does not know', () => {
    expect(() => compilePredicate(Type.String({ format: 'email' }))).toThrow('format');
    expect(() =>
      compilePredicate(Type.Object({ a: Type.Array(Type.String(), { uniqueItems: true }) })),
    ).toThrow('uniqueItems');
  });
});
