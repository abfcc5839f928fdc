/** Every list and every object with free names in a request says how many entries it takes, so that what is longer is refused unread. */

import { expect, it } from 'vitest';
import { operations } from './operations.ts';

type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  maxItems?: number;
  maxProperties?: number;
};

function* unboundedIn(schema: Schema, path: string): Generator<string> {
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema;
  if (items !== undefined) {
    if (schema.maxItems === undefined) yield `${path}[]`;
    yield* unboundedIn(items, `${path}[]`);
  }
  const hasFreeNames =
    Object.keys(patternProperties).length > 0 || typeof schema.additionalProperties === 'object';
  if (hasFreeNames && schema.maxProperties === undefined) yield `${path}{}`;
  for (const [name, each] of Object.entries({ ...properties, ...patternProperties }))
    yield* unboundedIn(each, `${path}.${name}`);
  for (const each of anyOf) yield* unboundedIn(each, path);
}

it('says of each list, and each object with free names, how many entries it takes', () => {
  const found = operations.flatMap((operation) =>
    'json' in operation && operation.json !== undefined
      ? [...unboundedIn(operation.json as Schema, operation.id)]
      : [],
  );
  expect(found).toEqual([]);
});

it('finds one that does not', () => {
  const list = { type: 'array', items: { type: 'string' } };
  const open = { type: 'object', patternProperties: { '^.*$': list } };
  const schema = { type: 'object', properties: { list, open } };
  expect([...unboundedIn(schema, 'X')]).toEqual(['X.list[]', 'X.open{}', 'X.open.^.*$[]']);
});
