/** split-based-on: chooses the way by comparing a variable. */

import { type Json, textOf } from '../json/json.ts';
import { conditionPhrase } from './conditions.ts';
import { propertiesSchema, template } from './property-schema.ts';
import type { WidgetType } from './widget-type.ts';

export const splitBasedOn: WidgetType = {
  type: 'split-based-on',
  title: 'Split based on',
  category: 'logic',
  means: 'Compares a variable and leaves by the first condition that holds.',
  schema: propertiesSchema(
    {
      input: template('Variable to test', 'What the conditions compare.', {
        placeholder: '{{widgets.ask_for_day.inbound.Body}}',
      }),
    },
    ['input'],
  ),
  events: [
    { name: 'noMatch', label: 'No match', means: 'No condition holds.' },
    { name: 'match', label: 'Match', means: 'The condition of this transition is the first that holds.' },
  ],
  outputs: [],
  defaults: { input: '' },
  example: {
    name: 'check_reply',
    type: 'split-based-on',
    transitions: [
      { event: 'noMatch', next: 'ask_again' },
      {
        event: 'match',
        next: 'thank_you',
        conditions: [
          {
            friendly_name: 'Yes',
            arguments: ['{{widgets.ask_for_day.inbound.Body}}'],
            type: 'matches_any_of',
            value: 'yes,y,ok',
          },
        ],
      },
      {
        event: 'match',
        next: 'offer_slots',
        conditions: [
          {
            friendly_name: 'No',
            arguments: ['{{widgets.ask_for_day.inbound.Body}}'],
            type: 'equal_to',
            value: 'no',
          },
        ],
      },
    ],
    properties: { offset: { x: 0, y: 240 }, input: '{{widgets.ask_for_day.inbound.Body}}' },
  },
  summary: ({ input }, state, { wordOf }) => {
    const transitions: unknown = state.transitions;
    const phrases = (Array.isArray(transitions) ? (transitions as Json[]) : [])
      .flatMap((each) =>
        isMatch(each)
          ? [
              each.conditions
                .map((one) => conditionPhrase(one, wordOf))
                .filter(Boolean)
                .join(` ${wordOf('and')} `),
            ]
          : [],
      )
      .filter((phrase) => phrase !== '');
    const tested = textOf(input).trim();
    return [tested, phrases.slice(0, 4).join(` ${wordOf('or')} `)].filter(Boolean).join(' ');
  },
  repeats: 'match',
};

function isMatch(entry: Json): entry is { event: 'match'; conditions: Json[] } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    !Array.isArray(entry) &&
    entry.event === 'match' &&
    Array.isArray(entry.conditions)
  );
}
