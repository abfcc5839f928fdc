/** How an execution began, by its first step. */

import { expect, it } from 'vitest';
import type { JsonObject } from '#flow/json/json.ts';
import { recordedMoments } from './execution-record.ts';
import { recordedStart } from './recorded-start.ts';

const [contact, channel, at] = ['+15005550009', '+15005550006', 5];

function startOf(name: string, trigger: JsonObject, { data = {}, address = contact } = {}) {
  const changes = [
    { path: ['contact'], value: { channel: { address } } },
    { path: ['flow'], value: { channel: { address: channel }, data } },
    { path: ['trigger'], value: trigger },
  ];
  const [first] = recordedMoments([
    { name, transitioned_from: 'Trigger', changes, notes: [], at } as Parameters<
      typeof recordedMoments
    >[0][0],
  ]);
  return recordedStart(first);
}

const parties = { contact, channel, clock: at };
const message = { Body: 'hi', From: contact, MediaUrl0: 'u', Extra: 'x' };

it.each<[string, JsonObject, object, object?]>([
  ['incomingMessage', { message }, { body: 'hi', media: ['u'], fields: { Extra: 'x' } }],
  ['incomingMessage', { message: { Body: 'hi' } }, { body: 'hi' }],
  ['incomingMessage', {}, { body: '' }],
  [
    'incomingConversationMessage',
    { conversation: message, message: {} },
    { body: 'hi', media: ['u'], fields: { Extra: 'x' } },
  ],
  ['incomingCall', { call: { From: contact, CallerName: 'x' } }, { fields: { CallerName: 'x' } }],
  ['incomingCall', { call: { From: contact } }, {}],
  ['incomingRequest', { request: { parameters: { a: 1 } } }, { parameters: { a: 1 } }, { b: 2 }],
  ['incomingRequest', {}, { parameters: { b: 2 } }, { b: 2 }],
  [
    'incomingParent',
    { parent: { parameters: { a: 1 }, To: '+1', Extra: 'x' }, message },
    {
      ...{ parameters: { a: 1 }, fields: { Extra: 'x' } },
      context: { trigger: { message }, flow: { data: { b: 2 } } },
    },
    { b: 2 },
  ],
  ['incomingParent', {}, { parameters: {}, fields: {}, context: { trigger: {}, flow: { data: {} } } }],
])('by %s with %j it is %j', (event, trigger, start, data = {}) => {
  expect(startOf(event, trigger, { data })).toEqual({ event, ...parties, ...start });
});

it('is not known where the contact or the first step is not recorded, or of another event', () => {
  expect(startOf('incomingCall', {}, { address: '' })).toBe(null);
  expect(recordedStart(undefined)).toBe(null);
  expect(startOf('sent', {})).toBe(null);
});
