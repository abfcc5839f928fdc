/** Fixtures: the form of a request that creates a flow. */

import { emptyDefinition, type FlowDefinition } from '#flow/definition.ts';

export const definition: FlowDefinition = {
  ...emptyDefinition('Says hello'),
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: { offset: { x: 0, y: 0 } },
      transitions: [{ event: 'incomingMessage', next: 'hello' }, { event: 'incomingCall' }],
    },
    {
      name: 'hello',
      type: 'send-message',
      properties: { offset: { x: 10, y: 200 }, body: 'Hello', from: '{{flow.channel.address}}', to: '+4930' },
      transitions: [{ event: 'sent' }, { event: 'failed' }],
    },
  ],
};

/** `more` is added to the fields or replaces them. */
export const form = (more: Record<string, string> = {}) => ({
  FriendlyName: 'Hello',
  Status: 'draft',
  Definition: JSON.stringify(definition),
  ...more,
});
