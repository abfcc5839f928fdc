/** variable-name: a variable whose name cannot be written in a template. */

import { isObject, textOf } from '../../json/json.ts';
import { pointer, valueAt } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

export const variableName: WidgetRule = {
  code: 'variable-name',
  severity: 'warning',
  check({ type, index, properties }) {
    const { variables } = properties;
    if (type?.type !== 'set-variables' || !Array.isArray(variables)) return [];
    return variables.flatMap((each, at) => {
      const key = isObject(each) ? textOf(each.key) : '';
      if (key.includes('{{') || /^[\p{L}\p{N}_-]+$/u.test(key.trim()) || !isObject(each)) return [];
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
    const name = key.trim().replace(/[^\p{L}\p{N}_-]+/gu, '_');
    return { label: `Rename to ${name}`, edit: (before) => replaceAt(before, path, name) };
  },
};
