/** same-target: all ways out of a split lead to the same widget, so that it decides nothing. */

import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { RuleExample, WidgetRule } from './rule.ts';

export const sameTarget: WidgetRule = {
  code: 'same-target',
  severity: 'note',
  check({ type, index, links }) {
    const [first, ...others] = links;
    if (type?.type !== 'split-based-on' || first === undefined || others.length === 0) return [];
    if (first.next === '' || others.some(({ next }) => next !== first.next)) return [];
    return [
      {
        message: `Every branch leads to ${quote(first.next)}: the comparison has no effect.`,
        property_path: pointer('states', index, 'transitions'),
      },
    ];
  },
};

export const sameTargetExample: RuleExample = {
  why: 'A comparison whose outcomes all continue alike is left over or connected by mistake.',
  bad: {
    states: [
      {
        name: 'ask',
        type: 'send-and-wait-for-reply',
        properties: { body: 'Coming?', from: '{{flow.channel.address}}' },
        transitions: [
          { event: 'incomingMessage', next: 'check' },
          { event: 'timeout', next: 'check' },
        ],
      },
      {
        name: 'check',
        type: 'split-based-on',
        properties: { input: '{{widgets.ask.inbound.Body}}' },
        transitions: [
          { event: 'noMatch', next: 'thank' },
          {
            event: 'match',
            next: 'thank',
            conditions: [
              {
                friendly_name: 'yes',
                arguments: ['{{widgets.ask.inbound.Body}}'],
                type: 'equal_to',
                value: 'yes',
              },
            ],
          },
        ],
      },
      {
        name: 'thank',
        type: 'send-message',
        properties: { from: '{{flow.channel.address}}', body: 'Thank you' },
        transitions: [],
      },
    ],
  },
  good: {
    states: [
      {
        name: 'ask',
        type: 'send-and-wait-for-reply',
        properties: { body: 'Coming?', from: '{{flow.channel.address}}' },
        transitions: [
          { event: 'incomingMessage', next: 'check' },
          { event: 'timeout', next: 'check' },
        ],
      },
      {
        name: 'check',
        type: 'split-based-on',
        properties: { input: '{{widgets.ask.inbound.Body}}' },
        transitions: [
          { event: 'noMatch', next: 'ask' },
          {
            event: 'match',
            next: 'thank',
            conditions: [
              {
                friendly_name: 'yes',
                arguments: ['{{widgets.ask.inbound.Body}}'],
                type: 'equal_to',
                value: 'yes',
              },
            ],
          },
        ],
      },
      {
        name: 'thank',
        type: 'send-message',
        properties: { from: '{{flow.channel.address}}', body: 'Thank you' },
        transitions: [],
      },
    ],
  },
};
