/** Every event of every widget, fired where the widget waits: the flow leaves by it. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import type { Json, JsonObject } from '#flow/json/json.ts';
import type { WidgetTypeName } from '#flow/widgets/widget-type.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import { eventData, isFailureEvent, reportsHangup } from './event-data.ts';
import type { Mocks } from './mock.ts';
import { perform } from './perform.ts';
import { possibleInputs } from './possible-inputs.ts';
import type { Input, Simulation, SimulationStart } from './simulation.ts';
import { startSimulation } from './start.ts';
import { waitingOf } from './waiting.ts';

const starts = {
  call: { event: 'incomingCall' },
  message: { event: 'incomingMessage', body: 'hi' },
  conversation: { event: 'incomingConversationMessage', body: 'hi' },
} as const;

type Begun = keyof typeof starts;

/** The example of a widget, each of its events at the end of the flow. */
function exampleOf(type: WidgetTypeName, begun: Begun, more: JsonObject = {}): FlowDefinition {
  const { example, events } = widgetTypes[type];
  const { event } = starts[begun];
  const state: State = {
    ...{ ...example, name: 'widget', properties: { ...example.properties, ...more } },
    transitions: events.map(({ name }) => ({ event: name })),
  };
  const trigger = { name: 'Trigger', type: 'trigger', transitions: [{ event, next: 'widget' }] };
  return { description: '', initial_state: 'Trigger', states: [trigger, state] };
}

function begin(definition: FlowDefinition, begun: Begun, mocks: Mocks = {}): Simulation {
  const start: SimulationStart = {
    ...{ contact: '+15005550001', channel: '+15005550006', clock: Date.UTC(2026, 2, 1, 9) },
    ...starts[begun],
  };
  return startSimulation({ definition, mocks }, start);
}

const lastOf = ({ steps }: Simulation) => steps.at(-1)?.name;
const contextOf = ({ flow }: Simulation) => flow.execution.context.widgets.widget as JsonObject | undefined;

/** What a widget waits for, or the event by which it is left at once. */
const outcomes: readonly [type: WidgetTypeName, ofCall: string, ofMessage: string][] = [
  ['send-message', 'sent', 'sent'],
  ['send-and-wait-for-reply', 'for reply', 'for reply'],
  ['create-chat-channel', 'for mock', 'for mock'],
  ['add-member-to-chat-channel', 'failed', 'failed'],
  ['say-play', 'audioComplete', 'noCall'],
  ['gather-input-on-call', 'for verbs', 'noCall'],
  ['make-outgoing-call-v2', 'for call', 'for call'],
  ['make-outgoing-call-v1', 'for call', 'for call'],
  ['connect-call-to', 'for verbs', 'noCall'],
  ['record-call', 'success', 'failed'],
  ['record-voicemail', 'for verbs', 'noCall'],
  ['fork-stream', 'next', 'noCall'],
  ['add-markup-redirect', 'for return', 'for return'],
  ['capture-payments', 'for verbs', 'noCall'],
  ['split-based-on', 'noMatch', 'noMatch'],
  ['set-variables', 'next', 'next'],
  ['make-http-request', 'for mock', 'for mock'],
  ['run-function-v2', 'for mock', 'for mock'],
  ['run-function', 'for mock', 'for mock'],
  ['understand', 'next', 'next'],
  ['update-sync-object', 'for mock', 'for mock'],
  ['enqueue-call', 'for verbs', 'failedToEnqueue'],
  ['create-task', 'for mock', 'for mock'],
  ['send-to-agentdesk', 'for mock', 'for mock'],
  ['connect-virtual-agent-v2', 'for verbs', 'failed'],
  ['connect-virtual-agent', 'for verbs', 'noCall'],
  ['run-subflow', 'for mock', 'for mock'],
];

describe('a widget', () => {
  const rows = outcomes.flatMap(([type, ofCall, ofMessage]): [WidgetTypeName, Begun, string][] => [
    [type, 'call', ofCall],
    [type, 'message', ofMessage],
  ]);

  it.each(rows)('%s of a flow that a %s has started: %s', (type, begun, outcome) => {
    const definition = exampleOf(type, begun);
    const began = begin(definition, begun);
    const waiting = waitingOf(began);
    expect(waiting === null ? lastOf(began) : `for ${waiting.for}`).toBe(outcome);
    if (waiting === null) return;
    const events = widgetTypes[type].events.map(({ name }) => name);
    expect(possibleInputs({ definition }, began)).toEqual({
      message: outcome === 'for reply',
      ...{ press: type === 'gather-input-on-call', say: type === 'gather-input-on-call' },
      ...{ silence: type === 'gather-input-on-call', hangup: begun === 'call', events },
      answer: began.missing,
      due: waiting.next,
    });
    for (const name of events) {
      const fired = perform({ definition }, began, { kind: 'event', name });
      expect(fired.ok && [lastOf(fired.simulation), waitingOf(fired.simulation)]).toEqual([name, null]);
    }
  });
});

it.each<[WidgetTypeName, string, JsonObject, JsonObject]>([
  ['gather-input-on-call', 'keypress', {}, { Digits: '1' }],
  ['gather-input-on-call', 'speech', { SpeechResult: 'no' }, { SpeechResult: 'no' }],
  ['connect-call-to', 'callCompleted', {}, { DialCallStatus: 'completed' }],
  [
    'record-voicemail',
    'recordingComplete',
    {},
    {
      ...{ RecordingUrl: 'https://recordings.example/1', RecordingDuration: '5' },
      RecordingSid: 'RE00000000000000000000000000000001',
    },
  ],
  ['record-voicemail', 'noAudio', {}, { RecordingDuration: '0' }],
  ['record-voicemail', 'hangup', {}, { Digits: 'hangup' }],
  ['enqueue-call', 'callComplete', {}, { QueueResult: 'bridged' }],
  ['enqueue-call', 'failedToEnqueue', {}, { QueueResult: 'queue-full' }],
  ['enqueue-call', 'callFailure', {}, { QueueResult: 'hangup' }],
  ['capture-payments', 'success', { PaymentToken: 'tok' }, { Result: 'success', PaymentToken: 'tok' }],
  ['capture-payments', 'hangup', {}, { Result: 'caller-hung-up' }],
  ['connect-virtual-agent-v2', 'paused', {}, { VirtualAgentStatus: 'paused' }],
  ['add-markup-redirect', 'return', { Digits: '4' }, { Digits: '4' }],
  ['connect-call-to', 'hangup', { Reason: 'x' }, { CallStatus: 'completed', Reason: 'x' }],
])('%s is left by %s with %j and what a carrier reports', (type, name, data, reported) => {
  const definition = exampleOf(type, 'call');
  const began = begin(definition, 'call');
  const fired = perform({ definition }, began, { kind: 'event', name, data });
  if (!fired.ok) throw new Error(fired.reason);
  expect(contextOf(fired.simulation)).toEqual({
    ...{ CallSid: 'CA00000000000000000000000000000001', AccountSid: 'AC00000000000000000000000000000000' },
    ...{ From: '+15005550001', To: '+15005550006', Caller: '+15005550001', Called: '+15005550006' },
    ...{ CallStatus: 'in-progress', Direction: 'inbound', ApiVersion: '2010-04-01' },
    ...reported,
  });
  const entry = fired.simulation.transcript[began.transcript.length];
  expect(entry).toMatchObject({ kind: 'event', event: name, data, widget: 'widget', role: 'flow', step: 1 });
});

it.each<[WidgetTypeName, string, JsonObject, string, JsonObject]>([
  ['make-outgoing-call-v2', 'answered', {}, 'hung-up', { CallStatus: 'in-progress' }],
  ['make-outgoing-call-v2', 'busy', {}, 'event', { CallStatus: 'busy' }],
  ['make-outgoing-call-v2', 'noAnswer', { CallSid: 'x' }, 'event', { CallStatus: 'no-answer' }],
  [
    'make-outgoing-call-v1',
    'answeredByMachine',
    {},
    'hung-up',
    { CallStatus: 'in-progress', AnsweredBy: 'machine_start' },
  ],
  ['make-outgoing-call-v1', 'hangup', {}, 'event', { CallStatus: 'completed' }],
])(
  'a placed call of %s is over after %s with %j, and the last is: %s',
  (type, name, data, last, reported) => {
    const definition = exampleOf(type, 'message');
    const fired = perform({ definition }, begin(definition, 'message'), { kind: 'event', name, data });
    if (!fired.ok) throw new Error(fired.reason);
    const call = {
      ...{ sid: 'CA00000000000000000000000000000002', account: 'AC00000000000000000000000000000000' },
      ...{ from: '+15005550006', to: '+15005550001', direction: 'outbound', effect: '2.call' },
    };
    expect(contextOf(fired.simulation)).toMatchObject({ ...reported, CallSid: call.sid, Called: call.to });
    expect(fired.simulation.calls).toEqual([{ ...call, status: 'ended' }]);
    // What the flow ends was live.
    expect(fired.simulation.transcript.at(-1)?.kind).toBe(last);
  },
);

it.each<[Input, object, string]>([
  [{ kind: 'press', digits: '12' }, { kind: 'pressed', digits: '12' }, 'keypress'],
  [{ kind: 'say', text: 'yes' }, { kind: 'said', text: 'yes' }, 'speech'],
  [{ kind: 'silence' }, { kind: 'silence' }, 'timeout'],
])('%j of the caller is told as %j, and leaves by %s', (input, entry, event) => {
  const definition = exampleOf('gather-input-on-call', 'call');
  const began = begin(definition, 'call');
  const performed = perform({ definition }, began, input);
  if (!performed.ok) throw new Error(performed.reason);
  const place = { at: began.clock, step: 1, role: 'flow', widget: null };
  expect(performed.simulation.transcript[began.transcript.length]).toEqual({ ...place, ...entry });
  expect(lastOf(performed.simulation)).toBe(event);
});

describe('an event', () => {
  const reasonOf = (type: WidgetTypeName, begun: Begun, input: Input, mocks: Mocks = {}) => {
    const definition = exampleOf(type, begun);
    const performed = perform({ definition, mocks }, begin(definition, begun, mocks), input);
    return performed.ok ? null : performed.reason;
  };

  it.each<[string, WidgetTypeName, Begun, Input]>([
    [
      '"widget" has no event "sent"; it has keypress, speech, timeout.',
      'gather-input-on-call',
      'call',
      { kind: 'event', name: 'sent' },
    ],
    [
      '"widget" does not listen for keys or speech.',
      'send-and-wait-for-reply',
      'message',
      { kind: 'press', digits: '1' },
    ],
    ['"widget" does not listen for keys or speech.', 'connect-call-to', 'call', { kind: 'silence' }],
    ['There is no live call.', 'send-and-wait-for-reply', 'message', { kind: 'hangup' }],
    ['No request waits for a response.', 'send-and-wait-for-reply', 'message', { kind: 'answer', mock: {} }],
    ['The flow has ended.', 'set-variables', 'message', { kind: 'stop' }],
  ])('is refused: %s', (reason, type, begun, input) => {
    expect(reasonOf(type, begun, input)).toBe(reason);
  });

  it('of a widget that the flow has lost is refused, but for time and the end', () => {
    const definition = exampleOf('send-and-wait-for-reply', 'message');
    const lost = { ...definition, states: definition.states.slice(0, 1) };
    const began = begin(definition, 'message');
    const results = [
      { kind: 'message' as const, body: 'hi' },
      { kind: 'event' as const, name: 'timeout' },
      { kind: 'stop' as const },
      { kind: 'advance' as const, ms: 1_000 },
    ].map((input) => perform({ definition: lost }, began, input));
    expect(results.map((each) => (each.ok ? null : each.reason))).toEqual([
      'There is no widget "widget" in the flow.',
      'There is no widget "widget" in the flow.',
      ...[null, null],
    ]);
    expect(possibleInputs({ definition: lost }, began)).toEqual({
      ...{ message: false, press: false, say: false, silence: false, hangup: false },
      ...{ events: [], answer: null, due: null },
    });
  });

  it.each<[Begun, string, JsonObject, JsonObject]>([
    [
      'message',
      'incomingMessage',
      { Body: 'yes', NumMedia: '7' },
      { Body: 'yes', NumMedia: '7', From: '+15005550001' },
    ],
    ['conversation', 'incomingMessage', { Body: 'yes', a: 1 }, { Body: 'yes', a: 1, Author: '+15005550001' }],
  ])('of a reply in a %s is one of the contact', (begun, name, data, inbound) => {
    const definition = exampleOf('send-and-wait-for-reply', begun);
    const fired = perform({ definition }, begin(definition, begun), { kind: 'event', name, data });
    expect(fired.ok && contextOf(fired.simulation)?.inbound).toMatchObject(inbound);
  });

  it.each<[JsonObject, JsonObject]>([
    [
      {},
      { Status: 'undelivered', ErrorMessage: 'The carrier reports it as undelivered', ErrorCode: '81011' },
    ],
    [
      { Status: 'failed', ErrorMessage: 'No such number', ErrorCode: '30003' },
      { Status: 'failed', ErrorMessage: 'No such number', ErrorCode: '30003' },
    ],
  ])('of a failed delivery with %j tells the reason', (data, outbound) => {
    const definition = exampleOf('send-and-wait-for-reply', 'message');
    const fired = perform({ definition }, begin(definition, 'message'), {
      kind: 'event',
      name: 'deliveryFailure',
      data,
    });
    expect(fired.ok && contextOf(fired.simulation)?.outbound).toMatchObject(outbound);
  });

  it('of a person who completes an open task has its SID', () => {
    const mocks: Mocks = { widget: { open: true, delay: 1_000 } };
    const definition = exampleOf('send-to-agentdesk', 'call');
    const held = begin(definition, 'call', mocks);
    expect([waitingOf(held)?.for, held.clock]).toEqual(['verbs', Date.UTC(2026, 2, 1, 9, 0, 1)]);
    const fired = perform({ definition, mocks }, held, {
      kind: 'event',
      name: 'callComplete',
      data: { sid: 'WT9' },
    });
    expect(fired.ok && [lastOf(fired.simulation), contextOf(fired.simulation)]).toEqual([
      ...['callComplete', { sid: 'WT9', TaskSid: 'WT9' }],
    ]);
    const failed = perform({ definition, mocks }, held, { kind: 'event', name: 'callFailure' });
    expect(failed.ok && lastOf(failed.simulation)).toBe('callFailure');
  });

  it.each<[string, Json]>([
    ['success', 200],
    ['failed', 500],
  ])('%s of a request is a response of that kind', (name, status) => {
    const definition = exampleOf('make-http-request', 'message');
    const data = { name: 'Sam' };
    const fired = perform({ definition }, begin(definition, 'message'), { kind: 'event', name, data });
    expect(fired.ok && contextOf(fired.simulation)).toEqual({
      ...{ status_code: status, content_type: 'application/json', body: '{"name":"Sam"}', parsed: data },
    });
  });

  it.each([
    ['fail', true],
    ['failure', true],
    ['callFailure', true],
    ['deliveryFailure', true],
    ['failedToEnqueue', true],
    ['noAnswer', true],
    ['busy', true],
    ['noAudio', false],
    ['success', false],
    ['never failed', false],
    ['failed twice', false],
  ])('%s is of a failure: %j', (name, isFailure) => {
    expect(isFailureEvent(name)).toBe(isFailure);
  });

  it('needs nothing where the type is not known, or does not read it', () => {
    expect([
      eventData(undefined, 'failed'),
      eventData('send-message', 'failed'),
      eventData('capture-payments', 'x'),
    ]).toEqual([{}, {}, {}]);
    const types = Object.keys(widgetTypes) as WidgetTypeName[];
    expect(types.filter(reportsHangup)).toEqual(['record-voicemail', 'capture-payments']);
  });
});
