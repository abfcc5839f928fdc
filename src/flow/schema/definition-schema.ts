/** JSON Schemas of a definition's parts: the document without its states, and a state of each widget type. */

import type { TObjectOptions, TSchema } from 'typebox';
import { conditionTypes } from '../widgets/conditions.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import { typeAliases } from '../widgets/widget-types.ts';
import * as jsonSchema from './json-schema.ts';

/** States that one definition may have. */
export const maxStates = 1000;

/**
 * What `$schema` looks like where no server is known: the address of the flow-definition schema of one. A server allows its
 * own only (the rule schema-address).
 */
const schemaUriPattern = '^https?://[^?#\\s]+/(schemas|draft/2019-09)/flow-definition$';

/** The document around the states: their contents are checked one by one against `stateSchema`. */
export const definitionFrameSchema: TSchema = jsonSchema.object({
  $schema: jsonSchema.optional(
    jsonSchema.string({
      pattern: schemaUriPattern,
      mismatch: 'must be the address of the flow-definition schema',
    }),
  ),
  description: jsonSchema.string(),
  states: jsonSchema.array(jsonSchema.anything(), { minItems: 1, maxItems: maxStates }),
  initial_state: jsonSchema.string({ minLength: 1 }),
  flags: jsonSchema.optional(jsonSchema.object({ allow_concurrent_calls: jsonSchema.boolean() })),
});

const conditionsSchema = jsonSchema.array(
  jsonSchema.object({
    friendly_name: jsonSchema.string(),
    arguments: jsonSchema.array(jsonSchema.string(), { minItems: 1 }),
    type: jsonSchema.oneOf(Object.keys(conditionTypes)),
    value: jsonSchema.string(),
  }),
);

const matchNeedsConditions = {
  if: { required: ['event'], properties: { event: { const: 'match' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['conditions'], properties: { conditions: { minItems: 1 } } },
};

/** The names under which files store a type: its own, then its aliases. */
export function typeSpellings({ type }: WidgetType): string[] {
  return [type, ...Object.keys(typeAliases).filter((alias) => typeAliases[alias] === type)];
}

/** A state of that type. A trigger may omit name and properties. */
export function stateSchema(widget: WidgetType): TSchema {
  const { events, alsoEvents = [], legacy, repeats } = widget;
  const event = legacy
    ? jsonSchema.string()
    : jsonSchema.oneOf([...events.map(({ name }) => name), ...alsoEvents]);
  const isTrigger = widget.type === 'trigger';
  const name = jsonSchema.string({ minLength: 1 });
  return jsonSchema.object({
    name: isTrigger ? jsonSchema.optional(name) : name,
    type: jsonSchema.oneOf(typeSpellings(widget)),
    transitions: transitionsSchema(event, repeats === 'match' ? matchNeedsConditions : {}),
    properties: isTrigger ? jsonSchema.optional(widget.schema) : widget.schema,
  });
}

/** A state of an unsupported type: only what every state needs. `validate` reports the type itself. */
export const unknownStateSchema: TSchema = jsonSchema.object({
  name: jsonSchema.string({ minLength: 1 }),
  type: jsonSchema.string(),
  transitions: transitionsSchema(jsonSchema.string(), {}),
  properties: jsonSchema.object({}),
});

function transitionsSchema(event: TSchema, rules: TObjectOptions): TSchema {
  const next = jsonSchema.anyOf([jsonSchema.string(), jsonSchema.nothing()]);
  return jsonSchema.array(
    jsonSchema.object(
      { event, next: jsonSchema.optional(next), conditions: jsonSchema.optional(conditionsSchema) },
      rules,
    ),
  );
}
