/** Rules on variables and parameters that a widget sets: variable-name, repeated-key and number-as-text. */

import { notInWidgetName } from '../../edit/rename-widget.ts';
import { isObject, type Json, textOf } from '../../json/json.ts';
import { pointer, valueAt } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

/** variable-name: a variable whose name cannot be written in a template. */
export const variableName: WidgetRule = {
  code: 'variable-name',
  severity: 'warning',
  check({ type, index, properties }) {
    const { variables } = properties;
    if (type?.type !== 'set-variables' || !Array.isArray(variables)) return [];
    return variables.flatMap((each, at) => {
      if (!isObject(each)) return [];
      const key = textOf(each.key);
      if (key.includes('{{') || (key.trim() !== '' && key.trim().search(notInWidgetName) === -1)) return [];
      const message =
        key.trim() === ''
          ? 'A variable has no name: its value cannot be read.'
          : `Variable name ${quote(key)} should have only letters, digits, _ and -.`;
      return [{ message, property_path: pointer('states', index, 'properties', 'variables', at, 'key') }];
    });
  },
  fix(_finding, path, definition) {
    const key = valueAt(definition, path);
    if (typeof key !== 'string' || key.trim() === '') return null;
    const name = key.trim().replace(notInWidgetName, '_');
    return { label: `Rename to ${name}`, edit: (before) => replaceAt(before, path, name) };
  },
};

const keyedLists = ['variables', 'parameters'];

/** repeated-key: one widget sets the same variable twice; the last value counts. */
export const repeatedKey: WidgetRule = {
  code: 'repeated-key',
  severity: 'warning',
  check({ index, properties }) {
    return keyedLists.flatMap((list) => {
      const entries = properties[list];
      if (!Array.isArray(entries)) return [];
      const keys = entries.map((each) => (isObject(each) ? textOf(each.key).trim() : ''));
      const last = new Map(keys.map((key, at) => [key, at]));
      return keys.flatMap((key, at) =>
        key === '' || last.get(key) === at
          ? []
          : [
              {
                message: `${quote(key)} is set again further down: this value is not used.`,
                property_path: pointer('states', index, 'properties', list, at),
              },
            ],
      );
    });
  },
  fix: (_finding, path) => ({
    label: 'Remove the first of the two',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};

const quotedLiteral = /^\s*(["'])(-?\d{1,15}(?:\.\d+)?|true|false)\1\s*$/;

/** number-as-text: quotes around a number or true or false make a text of it. */
export const numberAsText: WidgetRule = {
  code: 'number-as-text',
  severity: 'note',
  check({ type, index, properties }) {
    const { variables } = properties;
    if (type?.type !== 'set-variables' || !Array.isArray(variables)) return [];
    return variables.flatMap((each, at) => {
      if (!isObject(each)) return [];
      const literal = literalOf(each.value);
      if (literal === undefined) return [];
      return [
        {
          message: `Variable ${quote(textOf(each.key))} keeps ${literal} as a text, because of the quotes.`,
          property_path: pointer('states', index, 'properties', 'variables', at, 'value'),
        },
      ];
    });
  },
  fix(_finding, path, definition) {
    const literal = literalOf(valueAt(definition, path));
    if (literal === undefined) return null;
    return { label: 'Remove the quotes', edit: (before) => replaceAt(before, path, literal) };
  },
};

function literalOf(value: Json | undefined): string | undefined {
  return quotedLiteral.exec(textOf(value))?.[2];
}
