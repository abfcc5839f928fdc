/** unknown-key: keys that the schema does not define. They are kept and have no effect. */

import { annotationKeys } from '../../canonical/canonical.ts';
import type { JsonObject } from '../../json/json.ts';
import { type Pointer, pointer } from '../../json/json-pointer.ts';
import type { WidgetType } from '../../widgets/widget-type.ts';
import { quote } from '../violation-message.ts';
import type { Fixer, FlowRule, Violation, WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

const definitionKeys = new Set([
  '$schema',
  'description',
  'states',
  'initial_state',
  'flags',
  ...annotationKeys,
]);
const stateKeys = new Set(['name', 'type', 'transitions', 'properties']);
const transitionKeys = new Set(['event', 'next', 'conditions']);

/** Keys other than those of a definition. */
export const unknownDefinitionKey: FlowRule = {
  code: 'unknown-key',
  severity: 'warning',
  check: ({ definition }) => unknownKeys(definition, definitionKeys, (key) => pointer(key)),
  fix: removeKey,
};

/** Keys of a widget other than those that its type has. */
export const unknownKey: WidgetRule = {
  code: 'unknown-key',
  severity: 'warning',
  check({ state, index, links, properties, type }) {
    return [
      ...unknownKeys(state, stateKeys, (key) => pointer('states', index, key)),
      ...links.flatMap((link) =>
        unknownKeys(link.entry, transitionKeys, (key) =>
          pointer('states', index, 'transitions', link.index, key),
        ),
      ),
      ...(type === undefined || type.legacy === true
        ? []
        : unknownKeys(properties, propertiesOf(type), (key) => pointer('states', index, 'properties', key))),
    ];
  },
  fix: removeKey,
};

function removeKey(...[, path]: Parameters<Fixer>): ReturnType<Fixer> {
  return { label: 'Remove it', edit: (definition) => replaceAt(definition, path, undefined) };
}

function propertiesOf({ schema }: WidgetType): ReadonlySet<string> {
  const { properties } = schema as { properties?: object };
  return new Set(Object.keys(properties ?? {}));
}

function unknownKeys(
  value: JsonObject,
  known: ReadonlySet<string>,
  place: (key: string) => Pointer,
): Violation[] {
  return Object.keys(value)
    .filter((key) => !known.has(key))
    .map((key) => ({
      message: `${quote(key)} is not a known property and has no effect.`,
      property_path: place(key),
    }));
}
