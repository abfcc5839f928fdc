import { expect, it } from 'vitest';
import type { ExecutionView } from '#api/executions/schemas.ts';
import type { CallResource, MessageResource } from '#api/messaging/operations.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { conversationOf } from './conversation.ts';

const message = (sid: string, direction: string, body: string | null, second: number) =>
  ({
    sid,
    direction,
    body,
    media: [],
    status: 'sent',
    date_created: `2026-01-01T00:00:0${second}Z`,
  }) as unknown as MessageResource;

it('has messages in the order of time, with what was removed', () => {
  const messages = [message('SM2', 'outbound', 'Are you coming?', 1), message('SM1', 'inbound', null, 3)];
  expect(conversationOf(messages, [], [], null)).toMatchObject([
    { from: 'flow', text: 'Are you coming?', status: 'sent' },
    { from: 'contact', text: null, status: null },
  ]);
});

it('has what was said and pressed in a call', () => {
  const call = { sid: 'CA1', status: 'completed', date_created: '2026-01-01T00:00:00Z' } as CallResource;
  const steps = [
    {
      seq: 2,
      transitioned_from: 'menu',
      date_created: '2026-01-01T00:00:05Z',
      changes: [{ path: ['widgets', 'menu'], value: { Digits: '1' } }],
    },
  ] as unknown as ExecutionView['steps'];
  const definition = {
    states: [{ name: 'menu', properties: { say: 'Press 1' } }],
  } as unknown as FlowDefinition;
  expect(conversationOf([], [call], steps, definition)).toMatchObject([
    { from: 'call', status: 'completed' },
    { from: 'flow', kind: 'said', text: 'Press 1' },
    { from: 'contact', kind: 'keys', text: '1' },
  ]);
});
