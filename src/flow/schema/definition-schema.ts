/** JSON Schemas of a definition's parts: the document without its states, and a state of each widget type. */

import { type TObjectOptions, type TSchema, Type } from 'typebox';
import { conditionTypes } from '../widgets/conditions.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import { typeAliases } from '../widgets/widget-types.ts';

/** States that one definition may have. */
export const maxStates = 1000;

/**
 * What `$schema` looks like where no server is known: the address of the flow-definition schema of one. A server allows its
 * own only (the rule schema-address).
 */
const schemaUriPattern = '^https?://[^?#\\s]+/(schemas|draft/2019-09)/flow-definition$';

/** The document around the states: their contents are checked one by one against `stateSchema`. */
export const definitionFrameSchema: TSchema = Type.Object({
  $schema: Type.Optional(
    Type.String({
      pattern: schemaUriPattern,
      mismatch: 'must be the address of the flow-definition schema',
    }),
  ),
  description: Type.String(),
  states: Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxStates }),
  initial_state: Type.String({ minLength: 1 }),
  flags: Type.Optional(Type.Object({ allow_concurrent_calls: Type.Boolean() })),
});

const conditionsSchema = Type.Array(
  Type.Object({
    friendly_name: Type.String(),
    arguments: Type.Array(Type.String(), { minItems: 1 }),
    type: Type.Enum(Object.keys(conditionTypes)),
    value: Type.String(),
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
  const event = legacy ? Type.String() : Type.Enum([...events.map(({ name }) => name), ...alsoEvents]);
  const isTrigger = widget.type === 'trigger';
  const name = Type.String({ minLength: 1 });
  return Type.Object({
    name: isTrigger ? Type.Optional(name) : name,
    type: Type.Enum(typeSpellings(widget)),
    transitions: transitionsSchema(event, repeats === 'match' ? matchNeedsConditions : {}),
    properties: isTrigger ? Type.Optional(widget.schema) : widget.schema,
  });
}

/** A state of an unsupported type: only what every state needs. `validate` reports the type itself. */
export const unknownStateSchema: TSchema = Type.Object({
  name: Type.String({ minLength: 1 }),
  type: Type.String(),
  transitions: transitionsSchema(Type.String(), {}),
  properties: Type.Object({}),
});

function transitionsSchema(event: TSchema, rules: TObjectOptions): TSchema {
  const next = Type.Union([Type.String(), Type.Null()]);
  return Type.Array(
    Type.Object({ event, next: Type.Optional(next), conditions: Type.Optional(conditionsSchema) }, rules),
  );
}
