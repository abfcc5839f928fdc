/** What a simulation does by itself: with time, with calls, with other systems and with subflows. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { perform } from './perform.ts';
import type { Input, Scenario, Simulation, SimulationStart } from './simulation.ts';
import { startSimulation } from './start.ts';

const clock = Date.UTC(2026, 2, 1, 9);
const child = `FW${'a'.repeat(32)}`;

const state = (name: string, type: string, properties: JsonObject, ...exits: string[]): State => ({
  ...{ name, type, properties },
  transitions: exits.map((exit) => {
    const [event = '', next] = exit.split(' → ');
    return { event, ...(next !== undefined && { next }) };
  }),
});

function flowOf(event: string, ...states: State[]): FlowDefinition {
  const trigger = state('Trigger', 'trigger', {}, `${event} → ${states[0]?.name}`);
  return { description: '', states: [trigger, ...states], initial_state: 'Trigger' };
}

const byMessage = (...states: State[]) => flowOf('incomingMessage', ...states);
const byCall = (...states: State[]) => flowOf('incomingCall', ...states);

const ask = (name: string, properties: JsonObject = {}, ...exits: string[]) =>
  state(name, 'send-and-wait-for-reply', { body: 'Yes?', ...properties }, ...exits);
const lookup = (...exits: string[]) =>
  state('lookup', 'make-http-request', { method: 'GET', url: 'https://x.example/a' }, ...exits);

/** @throws when an input is not possible */
function play(scenario: Scenario, start: Partial<SimulationStart>, ...inputs: Input[]): Simulation {
  const [trigger] = scenario.definition.states;
  const event = trigger?.transitions?.[0]?.event as SimulationStart['event'];
  const parties = { contact: '+15005550001', channel: '+15005550006', clock };
  return inputs.reduce(
    (simulation, input) => {
      const performed = perform(scenario, simulation, input);
      if (!performed.ok) throw new Error(performed.reason);
      return performed.simulation;
    },
    startSimulation(scenario, { event, ...parties, ...start }),
  );
}

/** The steps and entries in one list, each with its second; those of the start are left out, and how it stands. */
function toldBy({ steps, transcript, calls, flow, pending }: Simulation): string[] {
  const ofSteps = steps.map(({ role, name, transitioned_from, at }, index) => ({
    order: index + 0.5,
    text: `${(at - clock) / 1_000} ${role === 'flow' ? '' : '> '}${transitioned_from} ${name}`,
  }));
  const ofEntries = transcript.map(({ at, step, role, widget, kind, ...rest }) => ({
    order: step,
    text: `${(at - clock) / 1_000} ${role === 'flow' ? '' : '> '}${widget ?? '-'} ${kind}: ${JSON.stringify(rest)}`,
  }));
  return [...ofSteps, ...ofEntries]
    .sort((a, b) => a.order - b.order)
    .map(({ text }) => text)
    .slice(2)
    .concat(`= ${calls.map(({ status }) => status).join()} ${flow.execution.widget} ${pending.length}`);
}

const subflow = [
  state(
    'sub',
    'run-subflow',
    { flow_sid: child, flow_revision: 'LatestPublished' },
    'completed → ask',
    'failed',
  ),
  ask('ask'),
];
const running = (...states: State[]) => ({ subflows: { [child]: flowOf('incomingParent', ...states) } });
const ring = [
  state(
    'ring',
    'make-outgoing-call-v2',
    { timeout: 20 },
    'answered → tell',
    'busy',
    'noAnswer → ask',
    'failed',
  ),
  state('tell', 'say-play', { say: 'Hi' }, 'audioComplete'),
  ask('ask'),
];
const dial = [
  state(
    'dial',
    'connect-call-to',
    { noun: 'number', to: '+15550100' },
    'callCompleted → ask',
    'hangup → ask',
  ),
  ask('ask'),
];
const menu = state('menu', 'gather-input-on-call', { say: 'Press' }, 'keypress', 'speech', 'timeout');
const task = [
  state(
    'task',
    'send-to-agentdesk',
    { workflow: 'WW1', channel: 'TC1' },
    'callComplete → ask',
    'callFailure',
  ),
  ask('ask'),
];

const advance = (seconds: number): Input => ({ kind: 'advance', ms: seconds * 1_000 });
const message = (body: string): Input => ({ kind: 'message', body });

describe('a run has', () => {
  it.each<[string, Scenario, Partial<SimulationStart>, Input[], string]>([
    [
      'messages that fail at once or later',
      {
        definition: byMessage(
          state(
            'hi',
            'send-message',
            { body: 'Hi', media_url: 'https://x.example/a.png' },
            'sent',
            'failed → ask',
          ),
          ask('ask', {}, 'deliveryFailure'),
        ),
        mocks: {
          hi: { status: 500, delay: 5_000, body: { message: 'No such number', code: 30003 } },
          ask: { fault: 'dns', delay: 7_000 },
        },
      },
      {},
      [advance(6), advance(2)],
      `
0 hi sent: {"to":"+15005550001","body":"Hi","media":["https://x.example/a.png"],"content":null,"failed":true}
5 hi failed
5 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":true}
5 - skipped: {"ms":6000}
11 - skipped: {"ms":2000}
12 ask deliveryFailure
=  null 0
`,
    ],
    [
      'a reply that comes before the failure',
      {
        definition: byMessage(ask('ask', {}, 'incomingMessage → next'), ask('next')),
        mocks: { ask: { status: 500, delay: 7_000 } },
      },
      {},
      [message('yes'), advance(10)],
      `
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":true}
0 - received: {"body":"yes","media":[]}
0 ask incomingMessage
0 next sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
0 - skipped: {"ms":10000}
=  next 0
`,
    ],
    [
      'a message without a recipient',
      { definition: byMessage(state('hi', 'send-message', { body: 'Hi' }, 'sent', 'failed')) },
      { contact: '' },
      [],
      `
0 hi failed
=  null 0
`,
    ],
    [
      'a call that a mock answers',
      { definition: byMessage(...ring), mocks: { ring: { delay: 3_000, body: { AnsweredBy: 'human' } } } },
      {},
      [],
      `
0 ring calling: {"to":"+15005550001"}
3 ring answered
3 tell spoken: {"text":"Hi","voice":"","language":"","loop":1}
3 tell audioComplete
3 - hung-up: {"by":"flow"}
= ended null 0
`,
    ],
    [
      'a call that a mock fails',
      { definition: byMessage(...ring), mocks: { ring: { fault: 'dns' } } },
      {},
      [],
      `
0 ring calling: {"to":"+15005550001"}
0 ring failed
= ended null 0
`,
    ],
    [
      'a call that a mock finds busy',
      { definition: byMessage(...ring), mocks: { ring: { body: { CallStatus: 'busy' } } } },
      {},
      [],
      `
0 ring calling: {"to":"+15005550001"}
0 ring busy
= ended null 0
`,
    ],
    [
      'a call without a number',
      { definition: byMessage(...ring) },
      { contact: '' },
      [],
      `
0 ring failed
=  null 0
`,
    ],
    [
      'a call that nobody answers',
      { definition: byMessage(...ring) },
      {},
      [advance(30)],
      `
0 ring calling: {"to":"+15005550001"}
0 - skipped: {"ms":30000}
20 ring noAnswer
20 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
= ended ask 0
`,
    ],
    [
      'a recording',
      {
        definition: byCall(
          state(
            'record',
            'record-call',
            { record_call: true, recording_channels: 'dual' },
            'success',
            'failed',
          ),
        ),
      },
      {},
      [],
      `
0 record success
0 - hung-up: {"by":"flow"}
= ended null 0
`,
    ],
    [
      'a recording without a call',
      { definition: byMessage(state('record', 'record-call', { record_call: true }, 'success', 'failed')) },
      {},
      [],
      `
0 record failed
=  null 0
`,
    ],
    [
      'another party that a mock plays',
      { definition: byCall(...dial), mocks: { dial: [{ delay: 3_000, body: { DialCallStatus: 'busy' } }] } },
      {},
      [],
      `
0 dial dialing: {"detail":"+15550100"}
3 dial event: {"event":"dialed","data":{"DialCallStatus":"busy"}}
3 dial callCompleted
3 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
= live ask 0
`,
    ],
    [
      'a hang-up while another party talks',
      { definition: byCall(...dial) },
      {},
      [{ kind: 'hangup' }, message('yes')],
      String.raw`
0 dial dialing: {"detail":"+15550100"}
0 - hung-up: {"by":"contact"}
0 dial hangup
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
0 - received: {"body":"yes","media":[]}
0 ask ignored: {"message":"A message arrived while \"ask\" takes none; it was ignored."}
= ended ask 0
`,
    ],
    [
      'a copy of the sound',
      {
        definition: byCall(
          state(
            'copy',
            'fork-stream',
            { stream_action: 'start', stream_url: 'wss://x.example/a', stream_transport_type: 'websocket' },
            'next → ask',
          ),
          ask('ask'),
        ),
      },
      {},
      [],
      `
0 copy next
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
= live ask 0
`,
    ],
    [
      'a subflow that ends at once',
      {
        definition: byMessage(...subflow),
        ...running(state('set', 'set-variables', { variables: [{ key: 'a', value: '1' }] }, 'next')),
      },
      {},
      [],
      `
0 > Trigger incomingParent
0 > set next
0 sub completed
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'a subflow in a subflow',
      {
        definition: byMessage(...subflow),
        ...running(state('inner', 'run-subflow', { flow_sid: child }, 'failed → ask'), ask('ask')),
      },
      {},
      [],
      `
0 > Trigger incomingParent
0 > inner failed
0 > ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  sub 0
`,
    ],
    [
      'a request of a subflow',
      { definition: byMessage(...subflow), ...running(lookup('success', 'failed')) },
      {},
      [{ kind: 'answer', mock: { body: 'Sam', delay: 2_000 } }],
      `
0 > Trigger incomingParent
0 > lookup requested: {"request":{"kind":"http","method":"GET","target":"https://x.example/a","body":null},"result":{"ok":true,"data":{"status_code":200,"content_type":"text/plain","body":"Sam"}}}
2 > lookup success
2 sub completed
2 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'a timeout of a subflow',
      { definition: byMessage(...subflow), ...running(ask('inner', { timeout: '60' }, 'timeout')) },
      {},
      [advance(90)],
      `
0 > Trigger incomingParent
0 > inner sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
0 > - skipped: {"ms":90000}
60 > inner timeout
60 sub completed
60 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'a failed message of a subflow',
      { definition: byMessage(...subflow), ...running(ask('inner', {}, 'deliveryFailure')) },
      {},
      [{ kind: 'event', name: 'deliveryFailure' }],
      `
0 > Trigger incomingParent
0 > inner sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
0 > inner event: {"event":"deliveryFailure","data":{}}
0 > inner deliveryFailure
0 sub completed
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'a mock in the place of a subflow',
      {
        definition: byMessage(...subflow),
        mocks: { sub: { body: { a: 1 }, delay: 1_000 } },
        ...running(ask('inner')),
      },
      {},
      [],
      `
0 sub requested: {"request":{"kind":"start-subflow","method":"","target":"FWaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","body":{}},"result":{"ok":true,"data":{"a":1},"steps":0}}
1 sub completed
1 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'a hang-up in a subflow',
      { definition: byCall(...subflow), ...running(menu) },
      {},
      [{ kind: 'hangup' }],
      `
0 > Trigger incomingParent
0 > menu spoken: {"text":"Press","voice":"","language":"","loop":1}
0 > menu listening: {"detail":"5 s"}
0 > - hung-up: {"by":"contact"}
0 > menu hangup
0 sub hangup
= ended null 0
`,
    ],
    [
      'a key in a subflow',
      { definition: byCall(...subflow), ...running(menu) },
      {},
      [{ kind: 'press', digits: '1' }],
      `
0 > Trigger incomingParent
0 > menu spoken: {"text":"Press","voice":"","language":"","loop":1}
0 > menu listening: {"detail":"5 s"}
0 > - pressed: {"digits":"1"}
0 > menu keypress
0 sub completed
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
= live ask 0
`,
    ],
    [
      'a reply that never comes',
      { definition: byMessage(ask('ask', {}, 'incomingMessage', 'timeout → ask')) },
      {},
      [advance(7_201)],
      `
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
0 - skipped: {"ms":7201000}
3600 ask timeout
3600 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
7200 ask timeout
7200 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'a flow whose lifetime is over',
      { definition: byCall(menu) },
      {},
      [advance(31 * 86_400)],
      `
0 menu spoken: {"text":"Press","voice":"","language":"","loop":1}
0 menu listening: {"detail":"5 s"}
0 - skipped: {"ms":2678400000}
2592000 menu stopped
2592000 - hung-up: {"by":"flow"}
= ended null 0
`,
    ],
    [
      'a service with a mock',
      {
        definition: byMessage(
          state('read', 'understand', { text: 'x', intents: [] }, 'next → ask'),
          ask('ask'),
        ),
        mocks: { read: { body: { intent: 'a' }, delay: 2_000 } },
      },
      {},
      [],
      `
0 read requested: {"request":{"kind":"ask-service","method":"","target":"understand read","body":{"text":"x","language":"","intents":[]}},"result":{"ok":true,"data":{"intent":"a"}}}
2 read next
2 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'a task that stays open, of a message',
      { definition: byMessage(...task), mocks: { task: { open: true, delay: 1_000 } } },
      {},
      [],
      `
0 task requested: {"request":{"kind":"create-task","method":"","target":"WW1","body":{}},"result":{"ok":true,"data":{"sid":"WT00000000000000000000000000000002","TaskSid":"WT00000000000000000000000000000002"}}}
1 task callComplete
1 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'a task that stays open, of a call',
      { definition: byCall(...task), mocks: { task: { open: true } } },
      {},
      [{ kind: 'event', name: 'callComplete', data: { sid: 'WT9' } }],
      `
0 task requested: {"request":{"kind":"create-task","method":"","target":"WW1","body":{}},"result":{"ok":true,"data":{"sid":"WT00000000000000000000000000000002","TaskSid":"WT00000000000000000000000000000002"},"open":true}}
0 task queued: {"detail":"WW1"}
0 task event: {"event":"callComplete","data":{"sid":"WT9"}}
0 task callComplete
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
= live ask 0
`,
    ],
    [
      'a task that is closed, of a call',
      { definition: byCall(...task), mocks: { task: { body: { sid: 'WT9' } } } },
      {},
      [],
      `
0 task requested: {"request":{"kind":"create-task","method":"","target":"WW1","body":{}},"result":{"ok":true,"data":{"sid":"WT9"}}}
0 task callComplete
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
= live ask 0
`,
    ],
    [
      'a task that hands nobody over',
      {
        definition: byCall(
          state('task', 'create-task', { workflow: 'WW1', channel: 'TC1' }, 'success → ask', 'failed'),
          ask('ask'),
        ),
        mocks: { task: { open: true } },
      },
      {},
      [],
      `
0 task requested: {"request":{"kind":"create-task","method":"","target":"WW1","body":{}},"result":{"ok":true,"data":{"sid":"WT00000000000000000000000000000002","TaskSid":"WT00000000000000000000000000000002"}}}
0 task success
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
= live ask 0
`,
    ],
    [
      'another application',
      {
        definition: byMessage(
          state(
            'other',
            'add-markup-redirect',
            { url: 'https://x.example', timeout: '60' },
            'return → ask',
            'timeout',
            'fail',
          ),
          ask('ask'),
        ),
      },
      {},
      [message('for the other'), { kind: 'event', name: 'return', data: { a: 1 } }],
      `
0 other redirected: {"detail":"https://x.example"}
0 - received: {"body":"for the other","media":[]}
0 other event: {"event":"return","data":{"a":1}}
0 other return
0 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
    [
      'time while a request waits, and the end',
      { definition: byMessage(lookup('success', 'failed')) },
      {},
      [advance(60), { kind: 'stop' }],
      `
0 - skipped: {"ms":60000}
60 lookup stopped
=  null 0
`,
    ],
    [
      'a message where the caller speaks',
      { definition: byCall(menu) },
      {},
      [
        { kind: 'message', body: 'x', media: ['https://x.example/a.png'], fields: { A: 1 } },
        { kind: 'say', text: 'yes' },
      ],
      String.raw`
0 menu spoken: {"text":"Press","voice":"","language":"","loop":1}
0 menu listening: {"detail":"5 s"}
0 - received: {"body":"x","media":["https://x.example/a.png"]}
0 menu ignored: {"message":"A message arrived while \"menu\" takes none; it was ignored."}
0 - said: {"text":"yes"}
0 menu speech
0 - hung-up: {"by":"flow"}
= ended null 0
`,
    ],
    [
      'requests with two mocks',
      {
        definition: byMessage(lookup('success → ask', 'failed → lookup'), ask('ask')),
        mocks: { lookup: [{ status: 500, delay: 1_000 }, { delay: 1_000 }] },
      },
      {},
      [],
      `
0 lookup requested: {"request":{"kind":"http","method":"GET","target":"https://x.example/a","body":null},"result":{"ok":true,"data":{"status_code":500,"content_type":"","body":""}}}
1 lookup failed
1 lookup requested: {"request":{"kind":"http","method":"GET","target":"https://x.example/a","body":null},"result":{"ok":true,"data":{"status_code":200,"content_type":"","body":""}}}
2 lookup success
2 ask sent: {"to":"+15005550001","body":"Yes?","media":[],"content":null,"failed":false}
=  ask 0
`,
    ],
  ])('%s', (_, scenario, start, inputs, told) => {
    expect(toldBy(play(scenario, start, ...inputs))).toEqual(told.trim().split('\n'));
  });
});

describe('a widget has in its variables', () => {
  const placed = {
    ...{ CallSid: 'CA00000000000000000000000000000002', AccountSid: 'AC00000000000000000000000000000000' },
    ...{ From: '+15005550006', To: '+15005550001', Caller: '+15005550006', Called: '+15005550001' },
    ...{ Direction: 'outbound-api', ApiVersion: '2010-04-01' },
  };
  const said = (name: string) => state(name, 'send-message', { body: 'Hi' }, 'sent', 'failed');

  it.each<[string, Scenario, Partial<SimulationStart>, Input[], JsonObject]>([
    [
      'the reason that a mock gives for a message',
      {
        definition: byMessage(said('hi')),
        mocks: { hi: { status: 500, body: { message: 'No', code: 30003 } } },
      },
      {},
      [],
      { hi: { outbound: { Status: 'failed', ErrorCode: '30003', ErrorMessage: 'No' } } },
    ],
    [
      'a reason where the mock has none',
      { definition: byMessage(said('hi')), mocks: { hi: { fault: 'dns', body: { message: 5 } } } },
      {},
      [],
      {
        hi: {
          outbound: { Status: 'failed', ErrorCode: '81011', ErrorMessage: 'The carrier could not send it' },
        },
      },
    ],
    [
      'that there is no recipient',
      { definition: byMessage(said('hi')) },
      { contact: '' },
      [],
      { hi: { outbound: { Status: 'failed', ErrorMessage: 'The message has no recipient.' } } },
    ],
    [
      'the report of a placed call',
      { definition: byMessage(...ring), mocks: { ring: { body: { AnsweredBy: 'human', CallSid: 'x' } } } },
      {},
      [],
      { ring: { ...placed, CallStatus: 'in-progress', AnsweredBy: 'human' } },
    ],
    [
      'the failure of a placed call',
      { definition: byMessage(...ring), mocks: { ring: { status: 500 } } },
      {},
      [],
      { ring: { ...placed, CallStatus: 'failed' } },
    ],
    [
      'that a call had no number',
      { definition: byMessage(...ring) },
      { contact: '' },
      [],
      { ring: { CallStatus: 'failed' } },
    ],
    [
      'that nobody answered',
      { definition: byMessage(...ring) },
      {},
      [advance(20)],
      { ring: { CallSid: placed.CallSid, CallStatus: 'no-answer', From: placed.From, To: placed.To } },
    ],
    [
      'the recording that began',
      {
        definition: byCall(
          state('record', 'record-call', { record_call: true }, 'success → ask', 'failed'),
          ask('ask'),
        ),
      },
      {},
      [],
      {
        record: {
          ...{ Sid: 'RE00000000000000000000000000000002', CallSid: 'CA00000000000000000000000000000001' },
          ...{ Status: 'in-progress', StartTime: '2026-03-01T09:00:00.000Z' },
        },
      },
    ],
    [
      'what a subflow set',
      {
        definition: byMessage(...subflow),
        ...running(state('set', 'set-variables', { variables: [{ key: 'a', value: 'x' }] }, 'next')),
      },
      {},
      [],
      { sub: { a: 'x' } },
    ],
  ])('%s', (_, scenario, start, inputs, widgets) => {
    expect(play(scenario, start, ...inputs).flow.execution.context.widgets).toMatchObject(widgets);
  });

  it('notes of what could not be done', () => {
    const notesOf = (scenario: Scenario, start: Partial<SimulationStart> = {}) =>
      play(scenario, start).steps.flatMap(({ name, notes }) =>
        (notes ?? []).map(({ message: text }) => `${name}: ${text}`),
      );
    expect([
      notesOf({ definition: byMessage(...ring) }, { contact: '' }),
      notesOf({
        definition: byMessage(state('record', 'record-call', { record_call: true }, 'success', 'failed')),
      }),
      notesOf({
        definition: byMessage(...subflow),
        ...running(
          state(
            'inner',
            'run-subflow',
            { flow_sid: child, flow_revision: 'LatestPublished' },
            'failed → ask',
          ),
          ask('ask'),
        ),
      }),
    ]).toEqual([
      ['failed: The call has no number to ring'],
      ['failed: There is no live call that could be recorded.'],
      ['failed: A subflow may not run a subflow itself.'],
    ]);
  });

  it('of a call that is answered, a live call until it ends', () => {
    const mocks = { ring: { delay: 1_000 } };
    const [listen, asked] = [
      byMessage(
        state('ring', 'make-outgoing-call-v2', { timeout: 20 }, 'answered → menu', 'busy → ask'),
        menu,
        ask('ask'),
      ),
      { kind: 'event', name: 'answered' } satisfies Input,
    ];
    const statusesOf = (simulation: Simulation) => simulation.calls.map(({ status }) => status);
    expect(statusesOf(play({ definition: listen }, {}))).toEqual(['ringing']);
    expect(statusesOf(play({ definition: listen }, {}, asked))).toEqual(['live']);
    expect(statusesOf(play({ definition: listen, mocks }, {}))).toEqual(['live']);
    expect(statusesOf(play({ definition: listen, mocks }, {}, { kind: 'hangup' }))).toEqual(['ended']);
    expect(statusesOf(play({ definition: listen }, {}, { kind: 'event', name: 'busy' }))).toEqual(['ended']);
    const given = play({ definition: byMessage(...subflow), ...running(ask('inner')) }, {});
    expect([given.subflow?.sid, given.subflow?.flow, given.subflow?.due]).toEqual([
      ...['FN00000000000000000000000000000003', child, clock + 3_600_000],
    ]);
  });
});
