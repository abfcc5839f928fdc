/** What a run is given instead, so that a branch of a split may be taken. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { perform } from '../perform.ts';
import type { Input, Simulation, SimulationStart } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { changedRuns, type PutIn } from './changed-run.ts';
import { oddText } from './condition-texts.ts';
import { inputSlotsOf } from './input-slots.ts';

const split = (variable: string, value = 'yes', type = 'equal_to'): State => ({
  name: 'split',
  type: 'split-based-on',
  properties: { input: `{{${variable}}}` },
  transitions: [
    { event: 'noMatch' },
    { event: 'match', conditions: [{ friendly_name: '', arguments: [`{{${variable}}}`], type, value }] },
  ],
});

const parties = { contact: '+15005550001', channel: '+15005550006', clock: Date.UTC(2026, 0, 1) };

/** The changed runs of a flow whose widgets, one after the other, take the inputs and lead to the split. */
function changes(
  splitState: State,
  {
    index = 1,
    start,
    states = [],
    inputs = [],
  }: {
    index?: number;
    start: Partial<SimulationStart> & Pick<SimulationStart, 'event'>;
    states?: State[];
    inputs?: Input[];
  },
): PutIn[] {
  const all = [...states, splitState];
  const definition: FlowDefinition = {
    description: '',
    initial_state: 'Trigger',
    states: [
      { name: 'Trigger', type: 'trigger', transitions: [{ event: start.event, next: all[0]?.name ?? '' }] },
      ...all.map((state, at) =>
        state === splitState
          ? state
          : {
              ...state,
              transitions: (state.transitions ?? []).map((each) => ({
                ...each,
                next: all[at + 1]?.name ?? '',
              })),
            },
      ),
    ],
  };
  const whole: SimulationStart = { ...parties, ...start };
  const began = startSimulation({ definition }, whole);
  let last: Simulation = began;
  const performed = inputs.map((input) => {
    const result = perform({ definition }, last, input);
    if (!result.ok) throw new Error(`The input ${input.kind} is not possible.`);
    last = result.simulation;
    return { input, after: last };
  });
  return changedRuns({ start: whole, began, inputs: performed }, splitState, index, inputSlotsOf(definition));
}

const firstStart = (splitState: State, start: Partial<SimulationStart> & Pick<SimulationStart, 'event'>) => {
  const [first] = changes(splitState, { start });
  if (first === undefined) return undefined;
  const { contact, channel, clock, event, ...rest } = first.start;
  return contact === parties.contact ? rest : { contact, ...rest };
};

const widget = (name: string, type: string, event: string, properties: JsonObject = {}): State => ({
  ...{ name, type, properties, transitions: [{ event }] },
});
const ask = (name: string) =>
  widget(name, 'send-and-wait-for-reply', 'incomingMessage', { body: 'Yes?', from: '' });
const request = widget('r', 'make-http-request', 'success', {
  url: 'https://clinic.example/',
  method: 'GET',
});

describe('the start of a run', () => {
  it.each<[string, SimulationStart['event'], Partial<SimulationStart>, object | undefined]>([
    ['trigger.message.Body', 'incomingMessage', { body: 'no' }, { body: 'yes', fields: { Body: 'yes' } }],
    [
      'trigger.message.A',
      'incomingMessage',
      { body: 'no', fields: { B: 'b' } },
      { body: 'no', fields: { A: 'yes', B: 'b' } },
    ],
    ['trigger.call.A', 'incomingCall', {}, { fields: { A: 'yes' } }],
    [
      'trigger.conversation.A',
      'incomingConversationMessage',
      { body: 'no' },
      { body: 'no', fields: { A: 'yes' } },
    ],
    ['trigger.call.A', 'incomingMessage', { body: 'no' }, undefined],
    ['trigger.messages.A', 'incomingMessage', { body: 'no' }, undefined],
    ['flow.data.a', 'incomingRequest', { parameters: { b: 'b' } }, { parameters: { a: 'yes', b: 'b' } }],
    ['flow.data.a', 'incomingRequest', {}, { parameters: { a: 'yes' } }],
    ['trigger.message.A', 'incomingRequest', {}, undefined],
    ['trigger.parent.a.b', 'incomingParent', { fields: { c: 'c' } }, { fields: { a: { b: 'yes' }, c: 'c' } }],
    ['trigger.parent.a', 'incomingParent', {}, { fields: { a: 'yes' } }],
    ['trigger.message.A', 'incomingParent', {}, { context: { trigger: { message: { A: 'yes' } } } }],
    [
      'trigger.message.A',
      'incomingParent',
      { context: { trigger: { message: { B: 'b' } }, widgets: { w: {} } } },
      { context: { trigger: { message: { A: 'yes', B: 'b' } }, widgets: { w: {} } } },
    ],
    ['contact.channel.address', 'incomingCall', {}, { contact: 'yes' }],
    ['flow.channel.address', 'incomingCall', {}, undefined],
  ])('has the text for %s of %s, of %j', (variable, event, start, changed) => {
    expect(firstStart(split(variable), { event, ...start })).toEqual(changed);
  });

  it('has no empty contact', () => {
    const runs = changes(split('contact.channel.address', '', 'is_blank'), {
      start: { event: 'incomingCall' },
    });
    expect(runs.map(({ start }) => start.contact)).toEqual([oddText, oddText]);
  });
});

describe('the texts', () => {
  const bodies = (index: number, ...args: [string?, string?]) =>
    changes(split('trigger.message.Body', ...args), {
      index,
      start: { event: 'incomingMessage', body: '' },
    }).map(({ start }) => start.body);

  it('of a match are those of its conditions, of anything else odd ones', () => {
    expect(bodies(1)).toEqual(['yes', oddText]);
    expect(bodies(1, '5', 'less_than')).toEqual(['4', '5', oddText]);
    expect(bodies(0)).toEqual([oddText, '', '0', '9']);
    expect(bodies(2)).toEqual([]);
  });

  it('of several conditions are put in together', () => {
    const [noMatch = { event: 'noMatch' }, match] = split('flow.data.a', '5', 'less_than').transitions ?? [];
    const other = split('flow.data.b').transitions?.[1]?.conditions ?? [];
    const both: State = {
      ...split('flow.data.a'),
      transitions: [noMatch, { event: 'match', conditions: [...(match?.conditions ?? []), ...other] }],
    };
    expect(
      changes(both, { start: { event: 'incomingRequest' } }).map(({ start }) => start.parameters),
    ).toEqual([
      { a: '4', b: 'yes' },
      { a: '5', b: oddText },
      { a: oddText, b: 'yes' },
    ]);
  });
});

describe('an input of a run', () => {
  const call = { event: 'incomingCall' as const };
  const message = { event: 'incomingMessage' as const, body: 'hi' };
  const gather = widget('w', 'gather-input-on-call', 'keypress', { say: 'Hi' });
  gather.transitions?.push({ event: 'speech' }, { event: 'timeout' });
  const voicemail = widget('w', 'record-voicemail', 'recordingComplete');
  const response = (body: JsonObject | string): Input => ({ kind: 'answer', mock: { status: 200, body } });

  it.each<
    [string, State[], Partial<SimulationStart> & Pick<SimulationStart, 'event'>, Input[], Input[] | undefined]
  >([
    [
      'widgets.w.inbound.Body',
      [ask('w')],
      message,
      [{ kind: 'message', body: 'no' }],
      [{ kind: 'message', body: 'yes' }],
    ],
    [
      'widgets.w.inbound.A',
      [ask('w')],
      message,
      [{ kind: 'message', body: 'no', fields: { B: 'b' } }],
      [{ kind: 'message', body: 'no', fields: { A: 'yes', B: 'b' } }],
    ],
    [
      'widgets.v.inbound.Body',
      [ask('v'), ask('w')],
      message,
      [
        { kind: 'message', body: 'a' },
        { kind: 'message', body: 'b' },
      ],
      [
        { kind: 'message', body: 'yes' },
        { kind: 'message', body: 'b' },
      ],
    ],
    [
      'widgets.w.inbound.Body',
      [ask('v'), ask('w')],
      message,
      [
        { kind: 'message', body: 'a' },
        { kind: 'message', body: 'b' },
      ],
      [
        { kind: 'message', body: 'a' },
        { kind: 'message', body: 'yes' },
      ],
    ],
    ['widgets.x.inbound.Body', [ask('w')], message, [{ kind: 'message', body: 'a' }], undefined],
    [
      'widgets.w.Digits',
      [gather],
      call,
      [{ kind: 'press', digits: '9' }],
      [{ kind: 'press', digits: 'yes' }],
    ],
    ['widgets.w.Digits', [gather], call, [{ kind: 'silence' }], [{ kind: 'press', digits: 'yes' }]],
    ['widgets.w.SpeechResult', [gather], call, [{ kind: 'say', text: 'no' }], [{ kind: 'say', text: 'yes' }]],
    [
      'widgets.w.SpeechResult',
      [gather],
      call,
      [{ kind: 'press', digits: '9' }],
      [{ kind: 'say', text: 'yes' }],
    ],
    ['widgets.w.Confidence', [gather], call, [{ kind: 'press', digits: '9' }], undefined],
    ['widgets.w.inbound.Body', [gather], call, [{ kind: 'press', digits: '9' }], undefined],
    ['widgets.r.body', [request], message, [response('no')], [response('yes')]],
    ['widgets.r.parsed.a', [request], message, [response('no')], [response({ a: 'yes' })]],
    ['widgets.r.parsed.a', [request], message, [response({ b: 'b' })], [response({ a: 'yes', b: 'b' })]],
    [
      'widgets.r.status_code',
      [request],
      message,
      [response({ b: 'b' })],
      [response({ b: 'b', status_code: 'yes' })],
    ],
    [
      'widgets.w.Digits',
      [voicemail],
      call,
      [{ kind: 'event', name: 'recordingComplete' }],
      [{ kind: 'event', name: 'recordingComplete', data: { Digits: 'yes' } }],
    ],
    [
      'widgets.w.A',
      [voicemail],
      call,
      [{ kind: 'event', name: 'recordingComplete', data: { B: 'b' } }],
      [{ kind: 'event', name: 'recordingComplete', data: { A: 'yes', B: 'b' } }],
    ],
    ['widgets.w.body', [voicemail], call, [{ kind: 'event', name: 'recordingComplete' }], undefined],
    ['widgets.w.parsed.a', [voicemail], call, [{ kind: 'event', name: 'recordingComplete' }], undefined],
  ])('has the text for %s', (variable, states, start, inputs, changed) => {
    const [first] = changes(split(variable), { start, states, inputs });
    expect(first?.inputs).toEqual(changed);
    if (first !== undefined) expect(first.start).toEqual({ ...parties, ...start });
  });

  it('presses and says nothing empty', () => {
    for (const variable of ['Digits', 'SpeechResult'])
      expect(
        changes(split(`widgets.w.${variable}`, '', 'is_blank'), {
          ...{ start: call, states: [gather], inputs: [{ kind: 'silence' }] },
        }),
      ).toHaveLength(2);
  });

  it('takes the text for a variable at each of its sources', () => {
    const set = widget('s', 'set-variables', 'next', {
      variables: [{ key: 'v', value: '{{widgets.w.inbound.Body}}{{trigger.message.Body}}' }],
    });
    const [first] = changes(split('flow.variables.v'), {
      ...{ start: message, states: [ask('w'), set], inputs: [{ kind: 'message', body: 'no' }] },
    });
    expect(first?.inputs).toEqual([{ kind: 'message', body: 'yes' }]);
    expect(first?.start.body).toBe('yes');
  });
});
