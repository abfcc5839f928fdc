/** The flow of the benchmark: an endless loop that splits on each message, stores it and replies. */

import type { FlowDefinition } from '#flow/definition.ts';

export const channel = '+15559999';

/** Steps caused by one message: reply, split, set variables. */
export const stepsPerTurn = 3;

export const definition: FlowDefinition = {
  description: 'What is measured',
  initial_state: 'Trigger',
  flags: { allow_concurrent_calls: true },
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: { offset: { x: 0, y: 0 } },
      transitions: [
        { event: 'incomingMessage', next: 'answer' },
        { event: 'incomingRequest', next: 'answer' },
      ],
    },
    {
      name: 'answer',
      type: 'send-and-wait-for-reply',
      properties: {
        offset: { x: 0, y: 0 },
        body: 'You said {{flow.variables.last}}. And now?',
        from: '{{flow.channel.address}}',
        timeout: '3600',
        service: '',
        channel: '',
      },
      transitions: [
        { event: 'incomingMessage', next: 'split' },
        { event: 'timeout' },
        { event: 'deliveryFailure' },
      ],
    },
    {
      name: 'split',
      type: 'split-based-on',
      properties: { offset: { x: 0, y: 0 }, input: '{{widgets.answer.inbound.Body}}' },
      transitions: [
        { event: 'noMatch', next: 'keep' },
        {
          event: 'match',
          conditions: [
            {
              friendly_name: 'Stop',
              arguments: ['{{widgets.answer.inbound.Body}}'],
              type: 'equal_to',
              value: 'stop',
            },
          ],
        },
      ],
    },
    {
      name: 'keep',
      type: 'set-variables',
      properties: {
        offset: { x: 0, y: 0 },
        variables: [{ key: 'last', value: '{{widgets.answer.inbound.Body | strip}}' }],
      },
      transitions: [{ event: 'next', next: 'answer' }],
    },
  ],
};

/** A conversation of one message, which begins an execution that replies and ends: trigger, split, set variables, reply. */
export const greeting: FlowDefinition = {
  ...definition,
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      properties: { offset: { x: 0, y: 0 } },
      transitions: [{ event: 'incomingMessage', next: 'split' }],
    },
    {
      name: 'split',
      type: 'split-based-on',
      properties: { offset: { x: 0, y: 0 }, input: '{{trigger.message.Body}}' },
      transitions: [
        { event: 'noMatch', next: 'keep' },
        {
          event: 'match',
          conditions: [
            {
              friendly_name: 'Stop',
              arguments: ['{{trigger.message.Body}}'],
              type: 'equal_to',
              value: 'stop',
            },
          ],
        },
      ],
    },
    {
      name: 'keep',
      type: 'set-variables',
      properties: {
        offset: { x: 0, y: 0 },
        variables: [{ key: 'last', value: '{{trigger.message.Body | strip}}' }],
      },
      transitions: [{ event: 'next', next: 'answer' }],
    },
    {
      name: 'answer',
      type: 'send-message',
      properties: {
        offset: { x: 0, y: 0 },
        body: 'You said {{flow.variables.last}}.',
        from: '{{flow.channel.address}}',
        to: '{{contact.channel.address}}',
        service: '',
        channel: '',
      },
      transitions: [{ event: 'sent' }, { event: 'failed' }],
    },
  ],
};

/** The account of the benchmark. */
export const account = `AC${'b'.repeat(32)}`;
export const token = 'token-of-the-benchmark';

/** The address of contact number `contact`. */
export function contactAddress(contact: number): string {
  return `+1${String(contact).padStart(10, '0')}`;
}

/** Message number `turn` of contact number `contact`, as a carrier posts it. */
export function messageForm(contact: number, turn: number): Record<string, string> {
  const from = contactAddress(contact);
  return {
    MessageSid: `SM${String(contact).padStart(12, '0')}${String(turn).padStart(20, '0')}`,
    AccountSid: account,
    From: from,
    To: channel,
    Body: `Message number ${turn}`,
    NumMedia: '0',
    FromCountry: 'US',
    ToCountry: 'US',
    ApiVersion: '2010-04-01',
  };
}
