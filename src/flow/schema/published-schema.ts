/** The published JSON Schema (draft 2019-09) of a whole definition, with one branch for each widget type. */

import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { widgetTypes } from '../widgets/widget-types.ts';
import { definitionFrameSchema, maxStates, stateSchema, typeSpellings } from './definition-schema.ts';

/**
 * `base` is the URL at which the schema is served, without a trailing slash. What a schema cannot express (names
 * that must match, loops …) is in `validation/rules`.
 */
export function publishedSchema(base: string): JsonObject {
  const types = Object.values(widgetTypes);
  const frame = toPlainJson(definitionFrameSchema);
  const branches = types.map((type) => {
    const { properties, ...rest } = toPlainJson(stateSchema(type));
    return [
      type,
      { ...rest, properties, title: type.title, description: type.means, examples: [type.example] },
    ] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2019-09/schema',
    $id: `${base}/flow-definition`,
    title: 'Flow definition',
    ...frame,
    properties: {
      ...(isObject(frame.properties) ? frame.properties : {}),
      states: {
        type: 'array',
        minItems: 1,
        maxItems: maxStates,
        items: {
          type: 'object',
          required: ['type'],
          properties: { type: { enum: types.flatMap(typeSpellings) } },
          allOf: branches.map(([type]) => typeBranch(typeSpellings(type), type.type)),
        },
      },
    },
    $defs: Object.fromEntries(branches.map(([type, schema]) => [type.type, toPlainJson(schema)])),
  };
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
