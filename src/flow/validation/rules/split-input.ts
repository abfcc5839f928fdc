/**
 * split-input: a condition compares another variable than the one that its split tests. The engine compares that of
 * the condition.
 */

import { isObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { replaceAt, stateAt } from './widget-fix.ts';

export const splitInput: WidgetRule = {
  code: 'split-input',
  severity: 'warning',
  check({ type, index, properties, links }) {
    const input = textOf(properties.input).trim();
    if (type?.type !== 'split-based-on' || input === '') return [];
    return links.flatMap((link) => {
      const { conditions } = link.entry;
      if (!Array.isArray(conditions)) return [];
      return conditions.flatMap((condition, at) => {
        const first =
          isObject(condition) && Array.isArray(condition.arguments) ? condition.arguments[0] : undefined;
        if (typeof first !== 'string' || withoutBlanks(first) === withoutBlanks(input)) return [];
        return [
          {
            message: `The condition compares ${quote(first)}, not the variable that the widget tests.`,
            property_path: pointer('states', index, 'transitions', link.index, 'conditions', at, 'arguments'),
          },
        ];
      });
    });
  },
  fix(_finding, path, definition) {
    const input = stateAt(definition, path)?.state.properties?.input;
    if (typeof input !== 'string') return null;
    return {
      label: 'Compare the variable of the widget',
      edit: (before) => replaceAt(before, [...path, '0'], input),
    };
  },
};

function withoutBlanks(template: string): string {
  return template.replace(/\s/g, '');
}
