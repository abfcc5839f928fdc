import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { triggerVariable } from './trigger-variable.ts';

const events = [
  'incomingMessage',
  'incomingConversationMessage',
  'incomingCall',
  'incomingRequest',
  'incomingParent',
];

it.each([
  ['trigger.message.Body', 'an incoming message', events.slice(0, 2)],
  ['trigger.conversation.Sid', 'an incoming message', events.slice(0, 2)],
  ['trigger.call.From', 'an incoming call', ['incomingCall']],
  ['trigger.request.to', 'a REST request', events.slice(3)],
  ['flow.data.a', 'a REST request', events.slice(3)],
  ['trigger.parent.a', 'a parent flow', ['incomingParent']],
  ...[
    'trigger.message',
    'trigger.other.a',
    'flow.variables.a',
    'x.trigger.message.Body',
    'contact.data.a',
  ].map((path): [string, string, string[]] => [path, '', events]),
  ...[
    'x.trigger.call.a',
    'x.flow.data.a',
    'x.trigger.request.a',
    'x.trigger.parent.a',
    'flow.database.a',
  ].map((path): [string, string, string[]] => [path, '', events]),
])('%s comes with %s: %j', (path, means, comingWith) => {
  for (const event of events)
    expect(
      said(triggerVariable, flowOf([state('w', 'send-message', { body: `{{${path}}} {{${path}}}` })], event)),
    ).toEqual(
      comingWith.includes(event)
        ? []
        : [
            `warning #/states/1/properties/body '${path}' comes with ${means}, which never leads here: it is empty.`,
          ],
    );
});

it.each<[JsonObject, number]>([
  [{ body: '{{trigger.message.Body}}', from: '{{trigger.message.To}}' }, 1],
  [{ body: '{{trigger.message.Body | default: "x"}}' }, 0],
  ...['service', 'channel', 'from', 'to', 'attributes'].map((key): [JsonObject, number] => [
    { [key]: '{{trigger.message.To}}' },
    0,
  ]),
])('%j has so many that are empty after a call: %d', (properties, count) =>
  expect(
    said(triggerVariable, flowOf([state('w', 'send-message', properties)], 'incomingCall')),
  ).toHaveLength(count),
);

it('is not said of a widget that nothing leads to', () => {
  const body = '{{trigger.message.Body}}';
  expect(
    said(
      triggerVariable,
      flowOf([state('a', 'send-message'), state('b', 'send-message', { body })], 'incomingCall'),
    ),
  ).toEqual([]);
});
