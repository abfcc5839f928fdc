/** shadowed-condition: an earlier branch of the split takes every value that this one would match. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { type Comparison, comparisonsOf, implies } from './condition-logic.ts';
import type { RuleExample, WidgetRule } from './rule.ts';
import { replaceAt } from './widget-fix.ts';

/** Branches of one split that are compared with each other: the work grows with its square. */
const maxBranches = 60;

export const shadowedCondition: WidgetRule = {
  code: 'shadowed-condition',
  severity: 'warning',
  check({ type, index, properties, links }) {
    if (type?.type !== 'split-based-on') return [];
    const branches = links
      .filter(({ event }) => event === 'match')
      .slice(0, maxBranches)
      .flatMap((link) => {
        const comparisons = comparisonsOf(link, textOf(properties.input));
        return comparisons === null ? [] : [{ link, comparisons }];
      });
    return branches.flatMap(({ link, comparisons }, at) => {
      const isShadowed = branches.slice(0, at).some((earlier) => covers(earlier.comparisons, comparisons));
      if (!isShadowed) return [];
      return [
        {
          message: 'An earlier branch matches everything that this one does: it is never taken.',
          property_path: pointer('states', index, 'transitions', link.index),
        },
      ];
    });
  },
  fix: (_finding, path) => ({
    label: 'Remove the branch',
    edit: (definition) => replaceAt(definition, path, undefined),
  }),
};

/** True when whatever fulfils all of `later` fulfils all of `earlier`. */
function covers(earlier: readonly Comparison[], later: readonly Comparison[]): boolean {
  return earlier.every((wanted) => later.some((given) => implies(given, wanted)));
}

export const shadowedConditionExample: RuleExample = {
  why: 'The first branch that matches is taken, so what it covers never reaches a later one.',
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
                friendly_name: 'yes,y',
                arguments: ['{{widgets.ask.inbound.Body}}'],
                type: 'matches_any_of',
                value: 'yes,y',
              },
            ],
          },
          {
            event: 'match',
            next: 'thank',
            conditions: [
              {
                friendly_name: 'Yes',
                arguments: ['{{widgets.ask.inbound.Body}}'],
                type: 'equal_to',
                value: 'Yes',
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
          {
            event: 'match',
            next: 'thank',
            conditions: [
              {
                friendly_name: 'yes,y',
                arguments: ['{{widgets.ask.inbound.Body}}'],
                type: 'matches_any_of',
                value: 'yes,y',
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
