/** The published JSON Schemas (draft 2019-09): of a whole definition, and of the widgets that have a schema of their own. */

import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { widgetTypes } from '../widgets/widget-types.ts';
import { definitionFrameSchema, maxStates, stateSchema, typeSpellings } from './definition-schema.ts';

const dialect = 'https://json-schema.org/draft/2019-09/schema';

/** The schemas that are published, with the revisions and the maturity that the service documents give them. */
const published = {
  'flow-definition': { revision: 1, maturity: 'ga' },
  trigger: { revision: 2, maturity: 'ga' },
  'capture-payments': { revision: 1, maturity: 'ga' },
} as const;

export type PublishedSchemaName = keyof typeof published;

/**
 * `base` is the URL at which the schemas are served, without a trailing slash. What a schema cannot express (names
 * that must match, loops …) is in `validation/rules`.
 */
export function publishedSchema(name: PublishedSchemaName, base: string): JsonObject {
  return {
    $schema: dialect,
    $id: `${base}/${name}`,
    ...published[name],
    ...(name === 'flow-definition' ? schemaOfDefinition(base) : schemaOfWidget(name)),
  };
}

function schemaOfDefinition(base: string): JsonObject {
  const types = Object.values(widgetTypes);
  const frame = toPlainJson(definitionFrameSchema);
  const { properties } = frame;
  const own = isObject(properties) ? properties : {};
  return {
    title: 'Flow definition',
    ...frame,
    properties: {
      ...own,
      $schema: { type: 'string', const: `${base}/flow-definition`, default: `${base}/flow-definition` },
      states: {
        type: 'array',
        minItems: 1,
        maxItems: maxStates,
        items: {
          type: 'object',
          required: ['type'],
          properties: { type: { enum: types.flatMap(typeSpellings) } },
          allOf: types.map((type) => typeBranch(typeSpellings(type), type.type)),
        },
      },
    },
    $defs: Object.fromEntries(types.map(({ type }) => [type, schemaOfWidget(type)])),
  };
}

function schemaOfWidget(name: keyof typeof widgetTypes): JsonObject {
  const type = widgetTypes[name];
  const { properties, ...rest } = toPlainJson(stateSchema(type));
  return toPlainJson({
    ...rest,
    properties,
    title: type.title,
    description: type.means,
    examples: [type.example],
  });
}

function typeBranch(spellings: string[], name: string): JsonObject {
  return {
    if: { required: ['type'], properties: { type: { enum: spellings } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { $ref: `#/$defs/${name}` },
  };
}

/** The schema as plain JSON, without the builder's own markers and without inspector annotations. */
function toPlainJson(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema, (key, value: Json) => (isHint(key, value) ? undefined : value)));
}

function isHint(key: string, value: Json): boolean {
  return (
    (key === 'field' && isObject(value) && 'kind' in value) ||
    (key === 'mismatch' && typeof value === 'string')
  );
}
