/** initial-state: the widget at which executions start must exist. */

import { textOf } from '../../json/json.ts';
import { pointer } from '../../json/json-pointer.ts';
import { quote } from '../violation-message.ts';
import type { FlowRule, RuleExample } from './rule.ts';
import { startAtTrigger } from './start-at-trigger.ts';

export const initialState: FlowRule = {
  code: 'initial-state',
  severity: 'error',
  check({ definition, names }) {
    const name = textOf(definition.initial_state);
    if (name === '' || names.has(name)) return [];
    return [
      {
        message: `Initial state ${quote(name)} must match a widget name.`,
        property_path: pointer('initial_state'),
      },
    ];
  },
  fix: startAtTrigger,
};

export const initialStateExample: RuleExample = {
  why: 'Executions start at the initial state, so it has to be a widget of the flow.',
  bad: {
    definition: {
      description: '',
      initial_state: 'Start',
      states: [
        {
          name: 'Trigger',
          type: 'trigger',
          properties: {},
          transitions: [{ event: 'incomingMessage', next: 'tell' }],
        },
        {
          name: 'tell',
          type: 'send-message',
          properties: { from: '{{flow.channel.address}}', body: 'Hello' },
          transitions: [],
        },
      ],
    },
  },
  good: {
    definition: {
      description: '',
      initial_state: 'Trigger',
      states: [
        {
          name: 'Trigger',
          type: 'trigger',
          properties: {},
          transitions: [{ event: 'incomingMessage', next: 'tell' }],
        },
        {
          name: 'tell',
          type: 'send-message',
          properties: { from: '{{flow.channel.address}}', body: 'Hello' },
          transitions: [],
        },
      ],
    },
  },
};
