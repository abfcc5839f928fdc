/** number-as-text: quotes around a number or true or false make a text of it. */

import { isObject, textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { RuleExample, WidgetRule } from './rule.ts';
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

export const numberAsTextExample: RuleExample = {
  why: 'A quoted number is sent as a text in JSON and to subflows, where a number is often expected.',
  bad: {
    states: [
      {
        name: 'keep',
        type: 'set-variables',
        properties: { variables: [{ key: 'tries', value: '"3"' }] },
        transitions: [{ event: 'next', next: 'tell' }],
      },
      {
        name: 'tell',
        type: 'send-message',
        properties: { from: '{{flow.channel.address}}', body: '{{flow.variables.tries}}' },
        transitions: [],
      },
    ],
  },
  good: {
    states: [
      {
        name: 'keep',
        type: 'set-variables',
        properties: { variables: [{ key: 'tries', value: '3' }] },
        transitions: [{ event: 'next', next: 'tell' }],
      },
      {
        name: 'tell',
        type: 'send-message',
        properties: { from: '{{flow.channel.address}}', body: '{{flow.variables.tries}}' },
        transitions: [],
      },
    ],
  },
};
