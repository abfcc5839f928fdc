/** How a simulation begins: what the flow reads of each start, and what was there before. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { perform } from './perform.ts';
import type { SimulatedCall, Simulation, SimulationStart } from './simulation.ts';
import { startSimulation } from './start.ts';
import { definitionFor, waitingOf, waitingState } from './waiting.ts';

const clock = Date.UTC(2026, 2, 1, 9);
const parties = { contact: '+15005550001', channel: '+15005550006', clock };
const events = [
  ...['incomingMessage', 'incomingCall', 'incomingRequest', 'incomingConversationMessage', 'incomingParent'],
];

/** Asks, whatever starts it. */
const definition: FlowDefinition = {
  ...{ description: '', initial_state: 'Trigger' },
  states: [
    { name: 'Trigger', type: 'trigger', transitions: events.map((event) => ({ event, next: 'ask' })) },
    {
      ...{ name: 'ask', type: 'send-and-wait-for-reply', properties: { body: 'Yes?', timeout: '60' } },
      transitions: [{ event: 'incomingMessage', next: 'ask' }],
    },
  ],
};

const start = (more: Omit<SimulationStart, keyof typeof parties>): Simulation =>
  startSimulation({ definition }, { ...parties, ...more });
const sid = (prefix: string, number: number) => `${prefix}${String(number).padStart(32, '0')}`;
const call: SimulatedCall = {
  ...{ sid: sid('CA', 1), account: sid('AC', 0), from: parties.contact, to: parties.channel },
  ...{ direction: 'inbound', effect: null, status: 'live' },
};
const posted = {
  ...{ NumMedia: '0', EventType: 'onMessageAdded', Source: 'SDK', ParticipantSid: sid('MB', 1) },
  ...{ ConversationSid: 'CH1', ChannelSid: 'CH1', InstanceSid: '', MessageSid: sid('SM', 2) },
  ...{ ChannelAttributes: {} },
};

describe('what a flow reads of its start', () => {
  it.each<
    [
      Omit<SimulationStart, keyof typeof parties> & { channel?: string },
      JsonObject,
      JsonObject,
      SimulatedCall[],
    ]
  >([
    [
      { event: 'incomingMessage', body: 'hi', media: ['https://x.example/a.png'], fields: { To: 'x', A: 1 } },
      {
        message: {
          ...{ MessageSid: sid('SM', 1), AccountSid: sid('AC', 0), From: '+15005550001', To: 'x' },
          ...{ Body: 'hi', NumMedia: '1', MediaUrl0: 'https://x.example/a.png', A: 1 },
        },
      },
      {},
      [],
    ],
    [
      { event: 'incomingMessage' },
      {
        message: {
          ...{ MessageSid: sid('SM', 1), AccountSid: sid('AC', 0), From: '+15005550001' },
          ...{ To: '+15005550006', Body: '', NumMedia: '0' },
        },
      },
      {},
      [],
    ],
    [
      { event: 'incomingConversationMessage', channel: 'CH1', body: 'hi', fields: { A: 1 } },
      { conversation: { ...posted, Author: '+15005550001', From: '+15005550001', Body: 'hi', A: 1 } },
      {},
      [],
    ],
    [
      { event: 'incomingCall', fields: { CallerCity: 'Ulm' } },
      {
        call: {
          ...{ CallSid: sid('CA', 1), AccountSid: sid('AC', 0), From: '+15005550001', To: '+15005550006' },
          ...{ Caller: '+15005550001', Called: '+15005550006', CallStatus: 'in-progress' },
          ...{ Direction: 'inbound', ApiVersion: '2010-04-01', CallerCity: 'Ulm' },
        },
      },
      {},
      [call],
    ],
    [
      { event: 'incomingRequest', parameters: { name: 'Sam' }, body: 'not read' },
      { request: { from: '+15005550006', to: '+15005550001', parameters: { name: 'Sam' } } },
      { name: 'Sam' },
      [],
    ],
    [
      { event: 'incomingParent', parameters: { name: 'Sam' }, fields: { trigger_type: 'incomingCall' } },
      {
        parent: {
          ...{ parameters: { name: 'Sam' }, flow_sid: sid('FW', 1), execution_sid: sid('FN', 1) },
          ...{ trigger_type: 'incomingCall', step_sid: sid('FT', 1) },
        },
      },
      {},
      [],
    ],
    [
      { event: 'incomingParent' },
      {
        parent: {
          ...{ parameters: {}, flow_sid: sid('FW', 1), execution_sid: sid('FN', 1) },
          ...{ trigger_type: 'incomingRequest', step_sid: sid('FT', 1) },
        },
      },
      {},
      [],
    ],
  ])('is of %j exactly that', (given, trigger, data, calls) => {
    const simulation = start(given);
    const { context } = simulation.flow.execution;
    expect(context.trigger).toEqual(trigger);
    expect(context.flow).toEqual({
      ...{ sid: sid('FN', 0), flow_sid: sid('FW', 0), channel: { address: given.channel ?? '+15005550006' } },
      ...{ data, variables: {} },
    });
    expect(context.contact).toEqual({ channel: { address: '+15005550001' } });
    expect(simulation.calls).toEqual(calls);
  });

  it('has what a prepared context has', () => {
    const { context } = start({
      ...{ event: 'incomingRequest', parameters: { a: 1, b: 1 } },
      context: {
        flow: { variables: { x: 1 }, data: { b: 2 } } as never,
        ...{ widgets: { before: { c: 3 } }, trigger: { other: { d: 4 } } },
      },
    }).flow.execution;
    expect(context.trigger).toEqual({
      request: { from: '+15005550006', to: '+15005550001', parameters: { a: 1, b: 1 } },
      other: { d: 4 },
    });
    expect(context.flow).toMatchObject({ variables: { x: 1 }, data: { a: 1, b: 2 } });
    expect(context.widgets.before).toEqual({ c: 3 });
    const odd = start({ event: 'incomingMessage', context: { flow: { variables: 5, data: 5 } as never } });
    expect(odd.flow.execution.context.flow).toMatchObject({ variables: {}, data: {} });
  });
});

describe('the start of a simulation', () => {
  it.each<[Omit<SimulationStart, keyof typeof parties>, object[]]>([
    [{ event: 'incomingCall' }, [{ kind: 'started', event: 'incomingCall' }]],
    [
      { event: 'incomingMessage', body: 'hi', media: ['a'] },
      [
        { kind: 'started', event: 'incomingMessage' },
        { kind: 'received', body: 'hi', media: ['a'] },
      ],
    ],
    [
      { event: 'incomingConversationMessage', body: 'hi' },
      [
        { kind: 'started', event: 'incomingConversationMessage' },
        { kind: 'received', body: 'hi', media: [] },
      ],
    ],
    [
      { event: 'incomingRequest', body: 'hi', parameters: { a: 1 } },
      [{ kind: 'started', event: 'incomingRequest', parameters: { a: 1 } }],
    ],
  ])('of %j is told first', (given, entries) => {
    const { transcript } = start(given);
    const place = { at: clock, step: 0, role: 'flow', widget: null };
    expect(transcript.slice(0, -1)).toStrictEqual(entries.map((entry) => ({ ...place, ...entry })));
  });

  it('is a value of its own, with nothing done yet but the first widget', () => {
    const { transcript, steps, flow, messages, ...rest } = start({ event: 'incomingConversationMessage' });
    expect(rest).toEqual({
      ...{ ...parties, conversation: true, subflow: null, calls: [], pending: [], missing: null },
      ...{ requests: {}, sids: 3 },
    });
    expect(steps).toMatchObject([
      {
        ...{ role: 'flow', at: clock, type: 'trigger', name: 'incomingConversationMessage', transition: 3 },
        ...{ transitioned_from: 'Trigger', transitioned_to: 'ask' },
      },
    ]);
    const { execution: _, ...member } = flow;
    expect(member).toEqual({
      ...{ sid: sid('FN', 0), flow: sid('FW', 0), due: clock + 60_000, expires: clock + 30 * 86_400_000 },
    });
    expect(messages).toEqual([
      {
        ...{ sid: sid('SM', 3), account: sid('AC', 0), status: 'sent', from: '+15005550006' },
        // Into the conversation.
        ...{ to: '+15005550006', body: 'Yes?', media: [], created: clock, role: 'flow', effect: '2.message' },
      },
    ]);
  });
});

it.each<[SimulationStart['event'], object]>([
  ['incomingMessage', { Body: 'yes', NumMedia: '1', MediaUrl0: 'a', A: 1 }],
  ['incomingConversationMessage', { Body: 'yes', Author: '+15005550001', A: 1 }],
])('a reply to a flow that %s has started is of that kind', (event, inbound) => {
  const began = start({ event });
  const input = { kind: 'message' as const, body: 'yes', media: ['a'], fields: { A: 1 } };
  const replied = perform({ definition }, began, input);
  expect(replied.ok && replied.simulation.flow.execution.context.widgets.ask).toMatchObject({ inbound });
  expect(replied.ok && replied.simulation.transcript[began.transcript.length]).toEqual({
    ...{ kind: 'received', body: 'yes', media: ['a'], at: clock, step: 1, role: 'flow', widget: null },
  });
});

it('what a simulation waits for is of the widget where it is, in the definition of its flow', () => {
  const began = start({ event: 'incomingMessage' });
  expect(waitingOf(began)).toEqual({
    ...{ role: 'flow', widget: 'ask', for: 'reply' },
    next: { at: clock + 60_000, role: 'flow', kind: 'timer' },
  });
  expect(waitingState({ definition }, began)).toBe(definition.states[1]);
  expect(waitingState({ definition: { ...definition, states: [] } }, began)).toBeNull();
  const ended = { ...definition, states: definition.states.slice(0, 1) };
  const over = startSimulation({ definition: ended }, { ...parties, event: 'incomingMessage' });
  expect([waitingOf(over), waitingState({ definition }, over)]).toEqual([null, null]);
  const subflow = { ...definition, description: 'A part' };
  expect(definitionFor({ definition, subflows: { FW1: subflow } }, 'subflow', 'FW1')).toBe(subflow);
  expect(definitionFor({ definition, subflows: { FW1: subflow } }, 'flow', 'FW1')).toBe(definition);
  expect(definitionFor({ definition }, 'subflow', 'FW1').states).toHaveLength(1);
});
