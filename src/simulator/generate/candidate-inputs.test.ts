/** The starts and the inputs that a search tries. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { widgetTypes } from '#flow/widgets/widget-types.ts';
import type { Input, SimulationStart } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { candidateInputs, candidateStarts } from './candidate-inputs.ts';
import { oddText } from './condition-texts.ts';
import { InputSlots, type SlotPart } from './input-slots.ts';

/** Texts to try: `[source, part, path, text]`. */
function slotsOf(...entries: [string, SlotPart, string, string][]): InputSlots {
  const slots = new InputSlots();
  for (const [source, part, path, text] of entries) slots.add({ source, part, path }, text, 'v');
  return slots;
}

const flowOf = (events: string[], ...states: State[]): FlowDefinition => ({
  description: '',
  initial_state: 'Trigger',
  states: [
    {
      name: 'Trigger',
      type: 'trigger',
      transitions: events.map((event) => ({ event, ...(states[0]?.name && { next: states[0].name }) })),
    },
    ...states,
  ],
});

const parties = { contact: '+15005550001', channel: '+15005550006' };
const clock = Date.UTC(2026, 0, 1, 10);

describe('the starts', () => {
  const startsOf = (event: string, ...entries: [SlotPart, string, string][]) =>
    candidateStarts(
      flowOf([event]),
      slotsOf(...entries.map((entry): [string, SlotPart, string, string] => ['', ...entry])),
    ).map(({ event: began, channel, clock: at, ...start }) => {
      expect([began, channel, at]).toEqual([event, parties.channel, clock]);
      return start;
    });
  const { contact } = parties;

  it('of a message have the texts and fields that are compared', () => {
    const body = oddText;
    expect(startsOf('incomingMessage')).toEqual([
      { contact, body },
      { contact, body, fields: {} },
    ]);
    expect(
      startsOf('incomingMessage', ['trigger', 'message.Body', 'yes'], ['trigger', 'call.To', '1']),
    ).toEqual([
      { contact, body },
      { contact, body: 'yes', fields: { Body: 'yes' } },
      { contact, body, fields: { Body: oddText } },
    ]);
    expect(startsOf('incomingMessage', ['trigger', 'message.Body', ''])[1]).toEqual({
      ...{ contact, body, fields: { Body: '' } },
    });
    expect(startsOf('incomingConversationMessage', ['trigger', 'conversation.A', 'a'])[1]?.fields).toEqual({
      A: 'a',
    });
    expect(
      startsOf('incomingCall', ['trigger', 'call.A', 'a'], ['trigger', 'callback.A', 'b'])[1]?.fields,
    ).toEqual({
      A: 'a',
    });
  });

  it('may come of other contacts', () => {
    expect(
      startsOf('incomingCall', ['contact', '', '+1'], ['contact', '', '']).map((each) => each.contact),
    ).toEqual([contact, contact, '+1', oddText]);
  });

  it('of a request have parameters', () => {
    expect(startsOf('incomingRequest', ['parameters', 'a', 'x'], ['contact', '', '+1'])).toEqual([
      { contact, parameters: { a: 'x' } },
      { contact, parameters: { a: oddText } },
      { contact: '+1' },
      { contact: oddText },
    ]);
  });

  it('of a subflow have parameters, what its parent is, and what started that', () => {
    expect(
      startsOf(
        'incomingParent',
        ['parameters', 'a', 'x'],
        ['trigger', 'parent.b', 'y'],
        ['trigger', 'message.Body', 'z'],
      ),
    ).toEqual([
      { contact, parameters: { a: 'x' } },
      { contact, parameters: { a: oddText } },
      ...[
        ['y', 'z'],
        [oddText, oddText],
        [oddText, 'z'],
        ['y', oddText],
      ].map(([b, Body]) => ({
        ...{ contact, parameters: { a: 'x' }, context: { trigger: { message: { Body } } }, fields: { b } },
      })),
    ]);
    expect(startsOf('incomingParent')).toEqual([
      { contact, parameters: {} },
      { contact, parameters: {}, context: { trigger: {} } },
    ]);
  });

  const eventsOf = (definition: FlowDefinition) => [
    ...new Set(candidateStarts(definition, new InputSlots()).map(({ event }) => event)),
  ];

  it('are by the events of the trigger, in the order of how usual they are', () => {
    const usual = [
      ...['incomingMessage', 'incomingCall', 'incomingRequest'],
      ...['incomingConversationMessage', 'incomingParent'],
    ];
    expect(eventsOf(flowOf(usual.toReversed()))).toEqual(usual);
    expect(eventsOf(flowOf([]))).toEqual([]);
  });

  it('of a flow without a trigger are a message and a call', () => {
    const states = [{ name: 'a', type: 'send-message' }];
    expect(eventsOf({ description: '', states, initial_state: 'a' })).toEqual([
      'incomingMessage',
      'incomingCall',
    ]);
    expect(eventsOf({ description: '', states: [], initial_state: 'a' })).toEqual([
      'incomingMessage',
      'incomingCall',
    ]);
  });

  it('are at several times where the flow reads the clock', () => {
    const text = { name: 'a', type: 'send-message', properties: { body: "{{'now' | date: '%H'}}" } };
    const starts = candidateStarts(flowOf(['incomingCall'], text), new InputSlots());
    expect(starts.slice(0, 5).map(({ clock: at }) => new Date(at).toISOString().slice(0, 16))).toEqual([
      '2026-01-01T10:00',
      '2026-01-01T03:00',
      '2026-01-01T20:00',
      '2026-01-04T12:00',
      '2026-07-01T14:00',
    ]);
    expect(starts).toHaveLength(10);
  });
});

describe('the inputs', () => {
  /** Those at a widget with all events of its type, which a run of that start comes to. */
  function inputsAt(
    type: keyof typeof widgetTypes,
    event: SimulationStart['event'],
    properties: JsonObject,
    ...entries: [SlotPart, string, string][]
  ): Input[] {
    const events = widgetTypes[type].events.map(({ name }) => ({ event: name }));
    const definition = flowOf([event], { name: 'w', type, properties, transitions: events });
    const scenario = { definition };
    const simulation = startSimulation(scenario, { event, ...parties, clock, body: 'hi' });
    const slots = slotsOf(...entries.map((entry): [string, SlotPart, string, string] => ['w', ...entry]));
    return candidateInputs(scenario, simulation, slots);
  }

  it('of a question are replies, and that none comes', () => {
    const ask = { body: 'Yes?', from: '' };
    const other: Input[] = [
      { kind: 'message', body: oddText },
      ...['timeout', 'deliveryFailure'].map((name): Input => ({ kind: 'event', name })),
    ];
    expect(inputsAt('send-and-wait-for-reply', 'incomingMessage', ask)).toEqual([
      { kind: 'message', body: oddText },
      ...other,
    ]);
    expect(
      inputsAt(
        'send-and-wait-for-reply',
        'incomingMessage',
        ask,
        ['message', 'Body', 'yes'],
        ['message', 'A', 'a'],
      ),
    ).toEqual([
      { kind: 'message', body: 'yes', fields: { A: 'a' } },
      { kind: 'message', body: oddText, fields: { A: oddText } },
      { kind: 'message', body: oddText, fields: { A: 'a' } },
      { kind: 'message', body: 'yes', fields: { A: oddText } },
      ...other,
    ]);
  });

  it('of a menu are keys, words, silence and hanging up', () => {
    const entries: [SlotPart, string, string][] = [
      ...['1', ''].map((text): [SlotPart, string, string] => ['keys', '', text]),
      ...['one', ''].map((text): [SlotPart, string, string] => ['speech', '', text]),
    ];
    const press = (digits: string): Input => ({ kind: 'press', digits });
    const say = (text: string): Input => ({ kind: 'say', text });
    const last: Input[] = [{ kind: 'silence' }, { kind: 'hangup' }];
    expect(inputsAt('gather-input-on-call', 'incomingCall', { say: 'Hi' }, ...entries)).toEqual([
      ...[press('1'), press(oddText), press('9'), say('one'), say(oddText), say(oddText)],
      ...last,
    ]);
    expect(inputsAt('gather-input-on-call', 'incomingCall', { say: 'Hi' })).toEqual([
      press('9'),
      say(oddText),
      ...last,
    ]);
  });

  it('of a recording are its events, with reports where one says success, and hanging up', () => {
    expect(inputsAt('record-voicemail', 'incomingCall', {}, ['report', 'Digits', '#'])).toEqual([
      { kind: 'event', name: 'recordingComplete' },
      { kind: 'event', name: 'noAudio' },
      { kind: 'event', name: 'hangup' },
      { kind: 'event', name: 'recordingComplete', data: { Digits: '#' } },
      { kind: 'event', name: 'recordingComplete', data: { Digits: oddText } },
      { kind: 'event', name: 'noAudio', data: { Digits: '#' } },
      { kind: 'event', name: 'noAudio', data: { Digits: oddText } },
      { kind: 'hangup' },
    ]);
  });

  it('of a handed over message are events only', () => {
    const properties = { url: 'https://clinic.example/' };
    expect(inputsAt('add-markup-redirect', 'incomingMessage', properties, ['report', 'a', 'x'])).toEqual([
      ...['return', 'timeout', 'fail'].map((name) => ({ kind: 'event', name })),
      { kind: 'event', name: 'return', data: { a: 'x' } },
      { kind: 'event', name: 'return', data: { a: oddText } },
    ]);
  });

  const answer = (status: number, body: JsonObject | string) => ({ kind: 'answer', mock: { status, body } });

  it('of a request are responses', () => {
    const properties = { url: 'https://clinic.example/', method: 'GET' };
    expect(inputsAt('make-http-request', 'incomingMessage', properties)).toEqual([
      answer(200, {}),
      answer(500, {}),
    ]);
    expect(
      inputsAt(
        'make-http-request',
        'incomingMessage',
        properties,
        ['response', 'a', 'x'],
        ['text', '', 'y'],
        ['report', 'status_code', '5'],
      ),
    ).toEqual([
      ...[
        answer(200, { a: 'x' }),
        answer(200, { a: oddText }),
        answer(200, 'y'),
        answer(200, oddText),
        answer(500, {}),
      ],
      ...[answer(200, { status_code: '5' }), answer(200, { status_code: oddText })],
    ]);
  });

  it.each(['send-to-agentdesk', 'create-task'] as const)('of %s are also that the caller is gone', (type) => {
    expect(inputsAt(type, 'incomingMessage', { workflow: 'WW1', channel: 'TC1' })).toEqual([
      ...[answer(200, {}), answer(500, {}), answer(500, { CallStatus: 'failed' })],
    ]);
  });

  it('are those only that a transition is for, and none once the flow has ended', () => {
    const voicemail = { name: 'w', type: 'record-voicemail', transitions: [{ event: 'noAudio' }] };
    const definition = flowOf(['incomingCall'], voicemail);
    const start = { event: 'incomingCall' as const, ...parties, clock };
    const simulation = startSimulation({ definition }, start);
    expect(candidateInputs({ definition }, simulation, new InputSlots())).toEqual([
      { kind: 'event', name: 'noAudio' },
      { kind: 'hangup' },
    ]);
    expect(candidateInputs({ definition: flowOf([]) }, simulation, new InputSlots())).toEqual([]);
    const ended = startSimulation({ definition: flowOf([]) }, start);
    expect(candidateInputs({ definition: flowOf([]) }, ended, new InputSlots())).toEqual([]);
  });
});
