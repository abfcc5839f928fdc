/** impossible-condition: no value can fulfil all conditions of a branch. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import { type Comparison, comparisonsOf, excludes, numberOf, valuesOf } from './condition-logic.ts';
import type { RuleExample, WidgetRule } from './rule.ts';

/** Conditions of one branch that are compared with each other: the work grows with its square. */
const maxConditions = 30;

export const impossibleCondition: WidgetRule = {
  code: 'impossible-condition',
  severity: 'warning',
  check({ type, index, properties, links }) {
    if (type?.type !== 'split-based-on') return [];
    return links.flatMap((link) => {
      const comparisons = comparisonsOf(link, textOf(properties.input))?.slice(0, maxConditions) ?? [];
      const place = ['states', index, 'transitions', link.index, 'conditions'];
      const alone = comparisons.flatMap((comparison, at) => {
        const reason = whyNeverTrue(comparison);
        return reason === null ? [] : [{ message: reason, property_path: pointer(...place, at, 'value') }];
      });
      if (alone.length > 0) return alone;
      const contradicts = comparisons.some((a) => comparisons.some((b) => a !== b && excludes(a, b)));
      if (!contradicts) return [];
      return [
        {
          message: 'The conditions of this branch exclude each other: it is never taken.',
          property_path: pointer(...place),
        },
      ];
    });
  },
};

function whyNeverTrue(comparison: Comparison): string | null {
  const { type, value } = comparison;
  if ((type === 'less_than' || type === 'greater_than') && Number.isNaN(numberOf(value)))
    return value === '' ? null : `${quote(value)} is not a number: the comparison is never true.`;
  if (type === 'matches_any_of' && value !== '' && valuesOf(comparison)?.length === 0)
    return 'The list has only commas: the comparison is never true.';
  return null;
}

export const impossibleConditionExample: RuleExample = {
  why: 'A branch that cannot be taken hides a mistake: its conditions must all hold at once.',
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
              {
                friendly_name: 'no',
                arguments: ['{{widgets.ask.inbound.Body}}'],
                type: 'equal_to',
                value: 'no',
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
                friendly_name: 'yes,no',
                arguments: ['{{widgets.ask.inbound.Body}}'],
                type: 'matches_any_of',
                value: 'yes,no',
              },
              {
                friendly_name: 'no',
                arguments: ['{{widgets.ask.inbound.Body}}'],
                type: 'not_equal_to',
                value: 'no',
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
