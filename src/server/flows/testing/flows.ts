/** Fixtures: small flows, written as widgets in a row. */

import type { FlowDefinition, State, Transition } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';

const triggers = [
  'incomingMessage',
  'incomingCall',
  'incomingConversationMessage',
  'incomingRequest',
  'incomingParent',
];

/** A flow whose trigger leads to the first of `states` whatever starts it. */
export function flowOf(...states: State[]): FlowDefinition {
  const next = states[0]?.name ?? null;
  const transitions = triggers.map((event) => ({ event, next }));
  return {
    description: 'A flow of the tests',
    initial_state: 'Trigger',
    flags: { allow_concurrent_calls: true },
    states: [
      { name: 'Trigger', type: 'trigger', properties: { offset: { x: 0, y: 0 } }, transitions },
      ...states,
    ],
  };
}

/** A widget; `next` gives the widget that follows by event, null for the end of the branch. */
export function widget(
  type: string,
  name: string,
  properties: JsonObject,
  next: Record<string, string | null>,
): State {
  const transitions: Transition[] = Object.entries(next).map(([event, to]) => ({
    event,
    ...(to !== null && { next: to }),
  }));
  return { name, type, properties: { offset: { x: 0, y: 0 }, ...properties }, transitions };
}

/** Sends `body` to the contact. */
export function send(name: string, body: string, next: string | null): State {
  const properties = { body, from: '{{flow.channel.address}}', to: '{{contact.channel.address}}' };
  return widget('send-message', name, properties, { sent: next, failed: null });
}

/** Asks `body` and waits for so many seconds. */
export function ask(
  name: string,
  body: string,
  seconds: number,
  next: string | null,
  late: string | null,
): State {
  const properties = {
    body,
    from: '{{flow.channel.address}}',
    timeout: String(seconds),
    service: '',
    channel: '',
  };
  const events = { incomingMessage: next, timeout: late, deliveryFailure: null };
  return widget('send-and-wait-for-reply', name, properties, events);
}

/** Asks for a name, and greets or gives up. */
export const survey = flowOf(
  ask('ask', 'Your name?', 60, 'keep', 'late'),
  widget(
    'set-variables',
    'keep',
    { variables: [{ key: 'name', value: '{{widgets.ask.inbound.Body}}' }] },
    { next: 'greet' },
  ),
  send('greet', 'Hello {{flow.variables.name}}', null),
  send('late', 'Too late', null),
);
