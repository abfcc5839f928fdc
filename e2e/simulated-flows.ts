/** Flows for the specs of test runs: a menu on a call, and a request to another system. */

import { emptyDefinition, type FlowDefinition, type State } from '#flow/definition.ts';

function flowOf(
  description: string,
  trigger: { event: string; next: string },
  states: State[],
): FlowDefinition {
  const empty = emptyDefinition(description);
  return {
    ...empty,
    states: [
      ...empty.states.map((state) => ({
        ...state,
        transitions: (state.transitions ?? []).map((each) => (each.event === trigger.event ? trigger : each)),
      })),
      ...states,
    ],
  };
}

/** Asks for a key, again after silence, and says which department it is. */
export function voiceMenu(): FlowDefinition {
  return flowOf('A menu on a call', { event: 'incomingCall', next: 'menu' }, [
    {
      name: 'menu',
      type: 'gather-input-on-call',
      transitions: [
        { event: 'keypress', next: 'choose' },
        { event: 'speech' },
        { event: 'timeout', next: 'menu' },
      ],
      properties: {
        offset: { x: 80, y: 180 },
        say: 'Press 1 for sales.',
        timeout: 5,
        stop_gather: true,
        number_of_digits: 1,
      },
    },
    {
      name: 'choose',
      type: 'split-based-on',
      transitions: [
        { event: 'noMatch', next: 'menu' },
        {
          event: 'match',
          next: 'sales',
          conditions: [
            {
              friendly_name: '1',
              arguments: ['{{widgets.menu.Digits}}'],
              type: 'equal_to',
              value: '1',
            },
          ],
        },
      ],
      properties: { offset: { x: 80, y: 380 }, input: '{{widgets.menu.Digits}}' },
    },
    {
      name: 'sales',
      type: 'say-play',
      transitions: [{ event: 'audioComplete' }],
      properties: { offset: { x: 80, y: 580 }, say: 'Sales speaking.', loop: 1 },
    },
  ]);
}

/** Looks a person up by HTTP and greets them by message. */
export function webLookup(): FlowDefinition {
  return flowOf('A request to another system', { event: 'incomingRequest', next: 'lookup' }, [
    {
      name: 'lookup',
      type: 'make-http-request',
      transitions: [{ event: 'success', next: 'greet' }, { event: 'failed' }],
      properties: {
        offset: { x: 80, y: 180 },
        method: 'GET',
        content_type: 'application/json;charset=utf-8',
        url: 'https://example.com/people/{{flow.data.id}}',
      },
    },
    {
      name: 'greet',
      type: 'send-message',
      transitions: [{ event: 'sent' }, { event: 'failed' }],
      properties: {
        offset: { x: 80, y: 380 },
        from: '{{flow.channel.address}}',
        to: '{{contact.channel.address}}',
        body: 'Hello {{widgets.lookup.parsed.name}}',
      },
    },
  ]);
}
