/** number-as-text: quotes around a number or true or false make a text of it. */

import { isObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

const quotedLiteral = /^\s*(["'])(-?\d{1,15}(?:\.\d+)?|true|false)\1\s*$/;

export const numberAsText: WidgetRule = {
  code: 'number-as-text',
  severity: 'note',
  check({ type, index, properties }) {
    const { variables } = properties;
    if (type?.type !== 'set-variables' || !Array.isArray(variables)) return [];
    return variables.flatMap((each, at) => {
      const [, , literal] = isObject(each) ? (quotedLiteral.exec(textOf(each.value)) ?? []) : [];
      if (literal === undefined || !isObject(each)) return [];
      return [
        {
          message: `Variable ${quote(textOf(each.key))} keeps ${literal} as a text, because of the quotes.`,
          property_path: pointer('states', index, 'properties', 'variables', at, 'value'),
        },
      ];
    });
  },
  fix(finding, path) {
    const literal = /keeps (\S+) as a text/.exec(finding.message)?.[1];
    if (literal === undefined) return null;
    return { label: 'Remove the quotes', edit: (definition) => replaceAt(definition, path, literal) };
  },
};
