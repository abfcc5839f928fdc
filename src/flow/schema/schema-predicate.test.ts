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

  it('checks own keys only', () => {
    expect(compilePredicate(Type.Object({ constructor: Type.Unknown() }))({})).toBe(false);
    expect(compilePredicate(Type.Object({ toString: Type.Optional(Type.String()) }))({})).toBe(true);
  });

  it('rejects a schema with an unsupported keyword', () => {
    expect(() => compilePredicate(Type.String({ format: 'email' }))).toThrow('format');
    expect(() =>
      compilePredicate(Type.Object({ a: Type.Array(Type.String(), { uniqueItems: true }) })),
    ).toThrow('uniqueItems');
  });
});
