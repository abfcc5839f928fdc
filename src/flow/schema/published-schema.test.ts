/** Property-based tests: the published schema (checked by Ajv) and `validate` agree on every definition. */

import { Ajv2019 } from 'ajv/dist/2019.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDefinition, type FlowDefinition } from '../definition.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { validate } from '../validation/validate.ts';
import { typeAliases, widgetTypes } from '../widgets/widget-types.ts';
import { publishedSchema } from './published-schema.ts';

const schema = publishedSchema('flow-definition', 'https://flows.example/schemas');
const judge = new Ajv2019({ strict: false }).compile(schema);

/** The codes that schemas give; those of rules are beyond what a published schema can say. */
const schemaCodes = ['missing', 'wrong-type', 'not-allowed', 'wrong-format', 'out-of-range', 'unknown-type'];

const fitsHere = (value: unknown) => !validate(value).some(({ code }) => schemaCodes.includes(code));

const examples = Object.values(widgetTypes).map(({ example }) => example);

/** Definitions made of examples, all of which are sound for a schema. */
const sound = fc
  .subarray(examples, { minLength: 1 })
  .map(
    (states): FlowDefinition => ({ ...emptyDefinition(), states: [...emptyDefinition().states, ...states] }),
  );

const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

const hostile: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map(asJson),
  fc.constantFrom<Json>(
    '',
    'match',
    'trigger',
    'send-to-flex',
    '5',
    '{{x}}',
    'true',
    -1,
    0,
    99.5,
    100,
    null,
    [],
    {},
  ),
  fc.constantFrom<Json>(
    { event: 'match' },
    { event: 'match', conditions: [] },
    { x: 1 },
    { key: 'a', value: 1 },
  ),
);

/** One place of a value, by a walk that `steps` decide, and what happens there. */
const change = fc.record({
  steps: fc.array(fc.nat(), { minLength: 1, maxLength: 7 }),
  kind: fc.constantFrom<'replace' | 'remove' | 'add'>('replace', 'remove', 'add'),
  key: fc.constantFrom('type', 'name', 'event', 'next', 'conditions', 'offset', 'timeout', 'flags', 'other'),
  value: hostile,
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(value: Json, { steps, kind, key, value: put }: Change): Json {
  const [step = 0, ...rest] = steps;
  if (typeof value !== 'object' || value === null) return put;
  const keys = Object.keys(value);
  const at = keys[step % Math.max(keys.length, 1)] ?? key;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const bag = copy as Record<string, Json>;
  if (rest.length > 0 && keys.length > 0)
    bag[at] = changed(bag[at] ?? null, { steps: rest, kind, key, value: put });
  else if (kind === 'replace') bag[at] = put;
  else if (kind === 'add') Array.isArray(copy) ? copy.push(put) : Object.assign(copy, { [key]: put });
  else if (Array.isArray(copy)) copy.splice(step % Math.max(copy.length, 1), 1);
  else delete bag[at];
  return copy;
}

function agree(value: Json): void {
  expect({ fits: fitsHere(value), value }).toEqual({ fits: judge(value), value });
}

describe('the published schema', () => {
  it('says what a definition has, with a branch for each type by all of its names', () => {
    const address = 'https://flows.example/schemas/flow-definition';
    const types = Object.values(widgetTypes).map(({ type }) => ({
      type,
      names: [type, ...Object.keys(typeAliases).filter((alias) => typeAliases[alias] === type)],
    }));
    const { $defs, ...rest } = publishedSchema('flow-definition', 'https://flows.example/schemas');
    expect({ ...rest, $defs: Object.keys($defs as JsonObject) }).toEqual({
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $id: address,
      revision: 1,
      maturity: 'ga',
      title: 'Flow definition',
      type: 'object',
      required: ['description', 'states', 'initial_state'],
      properties: {
        $schema: { type: 'string', const: address, default: address },
        description: { type: 'string' },
        states: {
          type: 'array',
          minItems: 1,
          maxItems: 1000,
          items: {
            type: 'object',
            required: ['type'],
            properties: { type: { enum: types.flatMap(({ names }) => names) } },
            allOf: types.map(({ type, names }) => ({
              if: { required: ['type'], properties: { type: { enum: names } } },
              // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
              then: { $ref: `#/$defs/${type}` },
            })),
          },
        },
        initial_state: { type: 'string', minLength: 1 },
        flags: {
          type: 'object',
          required: ['allow_concurrent_calls'],
          properties: { allow_concurrent_calls: { type: 'boolean' } },
        },
      },
      $defs: types.map(({ type }) => type),
    });
  });

  it('is a valid schema, without what is meant for the inspector and for messages', () => {
    expect(new Ajv2019({ strict: false }).validateSchema(schema)).toBe(true);
    expect(JSON.stringify(publishedSchema('flow-definition', 'https://flows.example/schemas'))).not.toMatch(
      /"(field|mismatch)":/,
    );
  });

  it('carries $schema, revision and maturity, also that of trigger and of capture-payments', () => {
    const base = 'https://flows.example/schemas';
    for (const [name, revision] of [
      ['flow-definition', 1],
      ['trigger', 2],
      ['capture-payments', 1],
    ] as const) {
      const each = publishedSchema(name, base);
      const $schema = 'https://json-schema.org/draft/2019-09/schema';
      expect(each).toMatchObject({ $schema, $id: `${base}/${name}`, revision, maturity: 'ga' });
      if (name !== 'flow-definition') {
        const { title, means: description, example } = widgetTypes[name];
        expect(each).toMatchObject({ title, description, examples: [example] });
      }
      if (name === 'flow-definition') continue;
      const fits = new Ajv2019({ strict: false }).compile(each);
      expect(fits(widgetTypes[name].example)).toBe(true);
      expect(fits({ ...widgetTypes[name].example, type: 'say-play' })).toBe(false);
    }
  });

  it.each(examples)('accepts the example of $type', (example) => {
    const definition = asJson({ ...emptyDefinition(), states: [example] });
    expect(judge(definition)).toBe(true);
    expect(fitsHere(definition)).toBe(true);
  });

  it('accepts the aliases of types', () => {
    for (const [alias, type] of Object.entries(typeAliases)) {
      const definition = asJson({
        ...emptyDefinition(),
        states: [{ ...widgetTypes[type].example, type: alias }],
      });
      expect(judge(definition)).toBe(true);
      expect(fitsHere(definition)).toBe(true);
    }
  });

  it('agrees with validate on valid definitions', () => {
    fc.assert(
      fc.property(sound, (definition) => agree(asJson(definition))),
      { numRuns: 50 },
    );
  });

  it('agrees with validate on definitions with up to three errors', () => {
    let refused = 0;
    fc.assert(
      fc.property(sound, fc.array(change, { minLength: 1, maxLength: 3 }), (definition, changes) => {
        const value = changes.reduce(changed, asJson(definition));
        agree(asJson(value));
        if (!judge(value)) refused += 1;
      }),
      { numRuns: 1500 },
    );
    expect(refused).toBeGreaterThan(300);
  });

  it('agrees with validate on errors inside one widget', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        (state, changes) => {
          agree(asJson({ ...emptyDefinition(), states: [changes.reduce(changed, asJson(state))] }));
        },
      ),
      { numRuns: 2500 },
    );
  });

  it('agrees with validate on arbitrary JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), hostile), (value) => agree(asJson(value))),
      { numRuns: 300 },
    );
  });
});
