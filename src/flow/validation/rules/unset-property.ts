/**
 * unset-property: properties that no document requires, but without which the widget does less than its author may
 * think.
 */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import type { WidgetTypeName } from '../../widgets/widget-type.ts';
import type { RuleExample, WidgetRule } from './rule.ts';

const expected: { readonly [T in WidgetTypeName]?: { property: string; message: string }[] } = {
  'connect-call-to': [{ property: 'noun', message: 'Connect with is not set: a phone number is called.' }],
  'send-to-agentdesk': [
    { property: 'workflow', message: 'Workflow is not set: the task has none.' },
    { property: 'channel', message: 'Task channel is not set: the task has none.' },
  ],
};

export const unsetProperty: WidgetRule = {
  code: 'unset-property',
  severity: 'warning',
  check({ type, index, properties }) {
    const all = type === undefined ? [] : (expected[type.type] ?? []);
    return all
      .filter(({ property }) => textOf(properties[property]).trim() === '')
      .map(({ property, message }) => ({
        message,
        property_path: pointer('states', index, 'properties', property),
      }));
  },
};

export const unsetPropertyExample: RuleExample = {
  why: 'Without it the widget does less than it seems to.',
  bad: {
    states: [
      {
        name: 'hand_over',
        type: 'send-to-agentdesk',
        properties: { workflow: 'office', attributes: '{}' },
        transitions: [],
      },
    ],
  },
  good: {
    states: [
      {
        name: 'hand_over',
        type: 'send-to-agentdesk',
        properties: { workflow: 'office', channel: 'chat', attributes: '{}' },
        transitions: [],
      },
    ],
  },
};
