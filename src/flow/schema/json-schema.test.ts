/** The schemas that the builders make: exactly their keywords. */

import { expect, it } from 'vitest';
import * as jsonSchema from './json-schema.ts';

it.each([
  [() => jsonSchema.string(), { type: 'string' }],
  [() => jsonSchema.string({ minLength: 1 }), { type: 'string', minLength: 1 }],
  [() => jsonSchema.number({ minimum: 0 }), { type: 'number', minimum: 0 }],
  [() => jsonSchema.integer({ title: 'T' }), { type: 'integer', title: 'T' }],
  [() => jsonSchema.boolean(), { type: 'boolean' }],
  [() => jsonSchema.nothing(), { type: 'null' }],
  [() => jsonSchema.anything(), {}],
  [() => jsonSchema.oneOf(['a', 'b']), { enum: ['a', 'b'] }],
  [
    () => jsonSchema.array({ type: 'null' }, { minItems: 1 }),
    { type: 'array', items: { type: 'null' }, minItems: 1 },
  ],
  [() => jsonSchema.anyOf([{}], { title: 'T' }), { anyOf: [{}], title: 'T' }],
  [() => jsonSchema.object({}), { type: 'object', properties: {} }],
  [
    () => jsonSchema.object({ a: jsonSchema.optional({ type: 'null' }) }, { title: 'T' }),
    { type: 'object', properties: { a: { type: 'null' } }, title: 'T' },
  ],
  [
    () => jsonSchema.object({ a: jsonSchema.optional({}), b: { type: 'null' } }),
    { type: 'object', required: ['b'], properties: { a: {}, b: { type: 'null' } } },
  ],
])('builder %# gives no keyword more', (build, exactly) => {
  expect(build()).toStrictEqual(exactly);
});
