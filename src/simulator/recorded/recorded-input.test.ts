/** What happened where a simulation waits, by the step that followed. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { widgetTypes } from '#flow/widgets/widget-types.ts';
import type { Input, SimulationStart } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { recordedMoments } from './execution-record.ts';
import { failedMessages, recordedInput } from './recorded-input.ts';

/** A step of the widget `w` with the variables that it has left. */
function moment(name: string, variables: JsonObject | null = null, widget = 'w') {
  const changes = variables === null ? [] : [{ path: ['widgets', widget], value: variables }];
  const [first] = recordedMoments([
    { name, transitioned_from: widget, changes, notes: [], at: 0 },
  ] as Parameters<typeof recordedMoments>[0]);
  if (first === undefined) throw new Error('There is no step.');
  return first;
}

type Type = keyof typeof widgetTypes;

function inputOf(
  type: Type,
  event: SimulationStart['event'],
  properties: JsonObject,
  ...next: Parameters<typeof moment>
) {
  const definition: FlowDefinition = {
    description: '',
    initial_state: 'Trigger',
    states: [
      { name: 'Trigger', type: 'trigger', transitions: [{ event, next: 'w' }] },
      { name: 'w', type, properties, transitions: [] },
    ],
  };
  const start = { event, contact: '+15005550009', channel: '+15005550006', clock: 0, body: 'hi' };
  return recordedInput({ definition }, startSimulation({ definition }, start), moment(...next));
}

describe('the input', () => {
  const ask = ['send-and-wait-for-reply', 'incomingMessage', { body: 'Yes?', from: '' }] as const;
  const menu = ['gather-input-on-call', 'incomingCall', { say: 'Hi' }] as const;
  const voicemail = ['record-voicemail', 'incomingCall', {}] as const;
  const place = ['make-outgoing-call-v2', 'incomingMessage', { to: '+1', from: '+2' }] as const;
  const get = [
    'make-http-request',
    'incomingMessage',
    { url: 'https://clinic.example/', method: 'GET' },
  ] as const;
  const desk = { workflow: 'WW1', channel: 'TC1' };
  const event = (name: string, data?: JsonObject): Input => ({ kind: 'event', name, ...(data && { data }) });
  const answer = (mock: object) => ({ kind: 'answer', mock }) as Input;

  it.each<[readonly [Type, SimulationStart['event'], JsonObject], string, JsonObject | null, Input | null]>([
    [ask, 'stopped', null, { kind: 'stop' }],
    [ask, 'incomingMessage', { inbound: { Body: 'yes' } }, { kind: 'message', body: 'yes' }],
    [
      ask,
      'incomingMessage',
      { inbound: { Body: 'yes', MediaUrl0: 'u', Extra: 'x' } },
      { kind: 'message', body: 'yes', media: ['u'], fields: { Extra: 'x' } },
    ],
    [ask, 'incomingMessage', null, { kind: 'message', body: '' }],
    [ask, 'timeout', { Extra: 'x' }, event('timeout')],
    [ask, 'deliveryFailure', { Extra: 'x' }, event('deliveryFailure', { Extra: 'x' })],
    [ask, 'hangup', null, null],
    [menu, 'keypress', { Digits: '12' }, { kind: 'press', digits: '12' }],
    [menu, 'speech', { SpeechResult: 'one' }, { kind: 'say', text: 'one' }],
    [menu, 'timeout', null, { kind: 'silence' }],
    [menu, 'hangup', null, { kind: 'hangup' }],
    [menu, 'other', null, null],
    [voicemail, 'hangup', null, { kind: 'hangup' }],
    [
      voicemail,
      'recordingComplete',
      { Digits: '#', CallStatus: 'x', To: '+1' },
      event('recordingComplete', { Digits: '#' }),
    ],
    [voicemail, 'noAudio', null, event('noAudio')],
    [voicemail, 'incomingMessage', null, null],
    [voicemail, 'keypress', null, null],
    [
      place,
      'answered',
      { CallStatus: 'in-progress', AnsweredBy: 'human' },
      event('answered', { CallStatus: 'in-progress', AnsweredBy: 'human' }),
    ],
    [place, 'busy', { AnsweredBy: 'human' }, event('busy', { AnsweredBy: 'human' })],
    [
      get,
      'success',
      { status_code: 200, body: 'a', content_type: 'text/plain' },
      answer({ status: 200, body: 'a' }),
    ],
    [get, 'failed', null, answer({ fault: 'connection' })],
    [['send-to-agentdesk', 'incomingCall', desk], 'callComplete', null, answer({ open: true })],
    [['send-to-agentdesk', 'incomingCall', desk], 'failedToEnqueue', null, answer({ status: 500, body: {} })],
    [
      ['send-to-agentdesk', 'incomingMessage', desk],
      'callComplete',
      { sid: 'a' },
      answer({ status: 200, body: { sid: 'a' } }),
    ],
    [['create-task', 'incomingCall', desk], 'created', null, answer({ status: 200, body: {} })],
  ])('at %j before %s with %j is %j', (at, name, variables, input) => {
    expect(inputOf(...at, name, variables)).toEqual(input);
  });

  it('cannot be told where another widget was left, or nothing waits', () => {
    expect(inputOf(...ask, 'incomingMessage', null, 'other')).toBe(null);
    expect(inputOf('set-variables', 'incomingMessage', { variables: [] }, 'next')).toBe(null);
  });
});

describe('the failed messages', () => {
  const definition: FlowDefinition = {
    ...{ description: '', initial_state: 'a' },
    states: [
      { name: 'a', type: 'send-message' },
      { name: 'b', type: 'send-message' },
      { name: 'c', type: 'make-http-request' },
    ],
  };
  const failed = (outbound: JsonObject | null, widget = 'a') =>
    moment('failed', outbound && { outbound }, widget);

  it('are responses of the carrier, each message of such a widget in its order', () => {
    const steps = [
      ...[
        moment('sent', null, 'a'),
        failed({ ErrorCode: '30007', ErrorMessage: 'Filtered' }),
        moment('sent', null, 'b'),
      ],
      ...[failed(null), failed({ ErrorMessage: 'No' }), failed({}, 'c')],
    ];
    expect(failedMessages(definition, steps)).toEqual({
      a: [
        { status: 200 },
        { status: 400, body: { code: '30007', message: 'Filtered' } },
        { status: 400, body: { message: '' } },
        { status: 400, body: { message: 'No' } },
      ],
    });
    expect(failedMessages(definition, [])).toEqual({});
  });
});
