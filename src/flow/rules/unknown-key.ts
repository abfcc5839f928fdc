/** unknown-key: keys that nothing reads. They stay in the file. */

import type { JsonObject } from '../json.ts';
import { type Pointer, pointer } from '../pointer.ts';
import type { Fault, Rule, Widget } from './rule.ts';

const definitionKeys = new Set(['$schema', 'description', 'states', 'initial_state', 'flags']);
const stateKeys = new Set(['name', 'type', 'transitions', 'properties']);
const transitionKeys = new Set(['event', 'next', 'conditions']);

export const unknownKey: Rule = {
  code: 'unknown-key',
  severity: 'warning',
  check({ definition, widgets }) {
    return [...among(definition, definitionKeys, (key) => pointer(key)), ...widgets.flatMap(ofWidget)];
  },
};

function ofWidget({ state, index, links, properties, type }: Widget): Fault[] {
  return [
    ...among(state, stateKeys, (key) => pointer('states', index, key)),
    ...links.flatMap((link) =>
      among(link.entry, transitionKeys, (key) => pointer('states', index, 'transitions', link.index, key)),
    ),
    ...(type === undefined || type.legacy === true
      ? []
      : among(properties, propertiesOfType(type.schema), (key) =>
          pointer('states', index, 'properties', key),
        )),
  ];
}

function propertiesOfType(schema: object): ReadonlySet<string> {
  const { properties } = schema as { properties: object };
  return new Set(Object.keys(properties));
}

function among(value: JsonObject, known: ReadonlySet<string>, place: (key: string) => Pointer): Fault[] {
  return Object.keys(value)
    .filter((key) => !known.has(key))
    .map((key) => ({ message: `“${key}” is not known here and is not used`, property_path: place(key) }));
}
