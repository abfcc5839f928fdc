/** repeated-key: one widget sets the same variable twice; the last value counts. */

import { isObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

const lists = ['variables', 'parameters'];

export const repeatedKey: WidgetRule = {
  code: 'repeated-key',
  severity: 'warning',
  check({ index, properties }) {
    return lists.flatMap((list) => {
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
