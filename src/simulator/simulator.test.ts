/** Runs of the sample flows, and of small flows for what a sample does not have. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, State } from '#flow/definition.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import afterHoursCalls from '#flow/samples/after-hours-calls.json' with { type: 'json' };
import appointmentReminder from '#flow/samples/appointment-reminder.json' with { type: 'json' };
import phoneMenu from '#flow/samples/phone-menu.json' with { type: 'json' };
import survey from '#flow/samples/survey.json' with { type: 'json' };
import { hitsOf, transitionKey } from './coverage.ts';
import { flowTestOf } from './flow-test/record.ts';
import { runFlowTest } from './flow-test/run.ts';
import { perform } from './perform.ts';
import { possibleInputs } from './possible-inputs.ts';
import type { Input, Scenario, Simulation, SimulationStart } from './simulation.ts';
import { hasEnded } from './simulation.ts';
import { startSimulation } from './start.ts';
import { textsSent, textsSpoken, traceOf } from './trace.ts';
import { waitingOf } from './waiting.ts';

const clock = Date.UTC(2026, 2, 1, 9);
const parties = { contact: '+15005550001', channel: '+15005550006', clock };
const byMessage: SimulationStart = { event: 'incomingMessage', ...parties, body: 'hi' };
const byCall: SimulationStart = { event: 'incomingCall', ...parties };
const byRequest: SimulationStart = {
  event: 'incomingRequest',
  ...parties,
  parameters: { name: 'Sam', date: 'Monday', time: '10:00' },
};

/** @throws when an input is not possible */
function play(scenario: Scenario, start: SimulationStart, ...inputs: Input[]): Simulation {
  return continued(scenario, startSimulation(scenario, start), ...inputs);
}

function continued(scenario: Scenario, simulation: Simulation, ...inputs: Input[]): Simulation {
  return inputs.reduce((state, input) => {
    const performed = perform(scenario, state, input);
    if (!performed.ok) throw new Error(performed.reason);
    return performed.simulation;
  }, simulation);
}

const pathOf = (simulation: Simulation) =>
  traceOf(simulation).steps.map(({ event, from, to }) => `${from} ${event} → ${to}`);

const hour = 3_600_000;
const reply = (body: string): Input => ({ kind: 'message', body });

function flowOf(event: string, ...states: State[]): FlowDefinition {
  const trigger = { name: 'Trigger', type: 'trigger', transitions: [{ event, next: states[0]?.name ?? '' }] };
  return { description: '', states: [trigger, ...states], initial_state: 'Trigger' };
}

const lookup: State = {
  name: 'lookup',
  type: 'make-http-request',
  properties: { method: 'GET', url: 'https://clinic.example/patients' },
  transitions: [
    { event: 'success', next: 'answer' },
    { event: 'failed', next: 'sorry' },
  ],
};
const message = (name: string, body: string): State => ({
  name,
  type: 'send-message',
  properties: { body },
  transitions: [{ event: 'sent' }, { event: 'failed' }],
});
const lookupFlow = flowOf(
  'incomingMessage',
  lookup,
  message('answer', 'Hi {{widgets.lookup.parsed.name}}'),
  message('sorry', 'Status {{widgets.lookup.status_code}}'),
);

describe('a conversation by message', () => {
  const scenario = { definition: appointmentReminder };

  it('runs to its end, and shows what was sent', () => {
    const simulation = play(scenario, byRequest, reply('Yes'));
    expect(pathOf(simulation)).toEqual([
      'Trigger incomingRequest → remind',
      'remind incomingMessage → check_reply',
      'check_reply match → thank',
      'thank sent → Ended',
    ]);
    expect(traceOf(simulation).sent).toEqual([
      'Hello Sam, this is a reminder of your appointment on Monday at 10:00. Reply YES to confirm or NO to change it.',
      'Thank you, your appointment on Monday at 10:00 is confirmed.',
    ]);
    expect(hasEnded(simulation)).toBe(true);
  });

  it('keeps earlier states, so that a step back and another answer are possible', () => {
    const asked = play(scenario, byRequest);
    const before = structuredClone(asked);
    continued(scenario, asked, reply('yes'));
    expect(asked).toEqual(before);
    expect(pathOf(continued(scenario, asked, reply('no'))).at(-1)).toBe('offer_call sent → Ended');
  });

  it('times out when the clock is moved on, not before', () => {
    const asked = play(scenario, byRequest);
    const due = waitingOf(asked)?.next?.at ?? 0;
    const waiting = continued(scenario, asked, { kind: 'advance', ms: due - clock - 1 });
    expect(waitingOf(waiting)?.widget).toBe('remind');
    const late = continued(scenario, waiting, { kind: 'advance', ms: hour });
    expect(pathOf(late).at(-1)).toBe('remind_again sent → Ended');
    expect(late.clock).toBe(due - 1 + hour);
  });

  it('fires an event by its name: a failed delivery, a timeout', () => {
    const failed = play(scenario, byRequest, { kind: 'event', name: 'deliveryFailure' });
    expect(pathOf(failed).at(-1)).toBe('remind deliveryFailure → Ended');
    const late = play(scenario, byRequest, { kind: 'event', name: 'timeout' });
    expect(pathOf(late)).toContain('remind timeout → remind_again');
  });

  it('counts an edit of the definition from the next step on', () => {
    const asked = play(scenario, byRequest);
    const edited = setProperty(appointmentReminder, 'thank', 'body', 'See you');
    expect(textsSent(continued({ definition: edited }, asked, reply('yes')).transcript).at(-1)).toBe(
      'See you',
    );
  });

  it('says why an input is not possible', () => {
    const asked = play(scenario, byRequest);
    expect(perform(scenario, asked, { kind: 'press', digits: '1' })).toEqual({
      ok: false,
      reason: '"remind" does not listen for keys or speech.',
    });
    expect(perform(scenario, asked, { kind: 'event', name: 'busy' })).toMatchObject({
      reason: expect.stringContaining('it has incomingMessage, timeout, deliveryFailure'),
    });
    const ended = continued(scenario, asked, reply('yes'));
    expect(perform(scenario, ended, reply('more'))).toEqual({ ok: false, reason: 'The flow has ended.' });
  });

  it('begins at any widget, with a prepared context', () => {
    const simulation = play(scenario, {
      ...byRequest,
      widget: 'check_reply',
      context: { widgets: { remind: { inbound: { Body: 'no' } } } },
    });
    expect(pathOf(simulation)).toEqual(['check_reply match → offer_call', 'offer_call sent → Ended']);
  });

  it('is the same each time', () => {
    expect(play(scenario, byRequest, reply('x'), reply('y'))).toEqual(
      play(scenario, byRequest, reply('x'), reply('y')),
    );
  });
});

describe('a call', () => {
  const scenario = { definition: phoneMenu };

  it('plays what is said, and takes keys, speech and silence', () => {
    const menu = play(scenario, byCall);
    expect(textsSpoken(menu.transcript)[0]).toBe('Welcome, and thank you for calling.');
    expect(possibleInputs(scenario, menu)).toMatchObject({
      press: true,
      say: true,
      hangup: true,
      message: false,
    });
    const hours = continued(scenario, menu, { kind: 'press', digits: '1' });
    expect(pathOf(hours)).toContain('check_key match → hours');
    expect(waitingOf(hours)?.widget).toBe('menu');
    const spoken = continued(scenario, hours, { kind: 'say', text: 'your address please' });
    expect(traceOf(spoken).sent).toEqual(['You find us at 1 Example Street.']);
    const silent = continued(scenario, spoken, { kind: 'silence' });
    expect(pathOf(silent).at(-1)).toBe('goodbye audioComplete → Ended');
    expect(silent.transcript.at(-1)).toMatchObject({ kind: 'hung-up', by: 'flow' });
  });

  it('ends when the caller hangs up', () => {
    const simulation = play(scenario, byCall, { kind: 'hangup' });
    expect(pathOf(simulation).at(-1)).toBe('menu hangup → Ended');
  });

  it('waits for the carrier’s report of another party', () => {
    const dialing = play(scenario, byCall, { kind: 'press', digits: '2' });
    expect(waitingOf(dialing)).toMatchObject({ for: 'verbs', widget: 'connect' });
    const report: Input = { kind: 'event', name: 'callCompleted', data: { DialCallStatus: 'no-answer' } };
    const done = continued(scenario, dialing, report);
    expect(traceOf(done).context.widgets.connect).toMatchObject({ DialCallStatus: 'no-answer' });
  });

  it('hands a caller over to a person, with a task that stays open', () => {
    const mocks = { tell_duty: { open: true } };
    const night = { ...byCall, clock: Date.UTC(2026, 2, 1, 22) };
    const held = play({ definition: afterHoursCalls, mocks }, night, { kind: 'press', digits: '1' });
    expect(waitingOf(held)).toMatchObject({ for: 'verbs', widget: 'tell_duty' });
    const taken = continued({ definition: afterHoursCalls, mocks }, held, {
      kind: 'event',
      name: 'callComplete',
    });
    expect(pathOf(taken)).toContain('tell_duty callComplete → confirm');
    const gone = continued({ definition: afterHoursCalls, mocks }, held, { kind: 'advance', ms: 3 * hour });
    expect(pathOf(gone)).toContain('tell_duty failedToEnqueue → apologise');
  });

  it('that a flow places is answered, busy, or rings until its time is over', () => {
    const definition = flowOf(
      'incomingRequest',
      {
        name: 'ring',
        type: 'make-outgoing-call-v2',
        properties: { timeout: 20 },
        transitions: [{ event: 'answered', next: 'greet' }, { event: 'busy' }, { event: 'noAnswer' }],
      },
      {
        name: 'greet',
        type: 'say-play',
        properties: { say: 'Hi' },
        transitions: [{ event: 'audioComplete' }],
      },
    );
    const outcome = (input: Input) => pathOf(play({ definition }, byRequest, input)).slice(1);
    expect(outcome({ kind: 'event', name: 'answered' })).toEqual([
      'ring answered → greet',
      'greet audioComplete → Ended',
    ]);
    expect(outcome({ kind: 'event', name: 'busy' })).toEqual(['ring busy → Ended']);
    expect(outcome({ kind: 'advance', ms: 20_000 })).toEqual(['ring noAnswer → Ended']);
    expect(outcome({ kind: 'advance', ms: 19_999 })).toEqual([]);
  });
});

describe('a request to another system', () => {
  it.each([
    [{ status: 200, body: { name: 'Sam' } }, 'Hi Sam'],
    [{ status: 503, body: 'busy' }, 'Status 503'],
    [{ fault: 'timeout' as const }, 'Status '],
    [{ fault: 'connection' as const }, 'Status '],
    [{ body: { name: 'Sam' }, delay: 11_000 }, 'Status '],
  ])('is answered by the mock %j', (mock, sent) => {
    const simulation = play({ definition: lookupFlow, mocks: { lookup: mock } }, byMessage);
    expect(traceOf(simulation).sent).toEqual([sent]);
  });

  it('takes the time of its mock', () => {
    const mocks = { lookup: { body: {}, delay: 4_000 } };
    expect(play({ definition: lookupFlow, mocks }, byMessage).clock).toBe(clock + 4_000);
  });

  it('stops and asks without a mock, and goes on with the answer', () => {
    const scenario = { definition: lookupFlow };
    const stopped = play(scenario, byMessage);
    expect(waitingOf(stopped)).toMatchObject({
      for: 'mock',
      widget: 'lookup',
      missing: { command: { kind: 'http', url: 'https://clinic.example/patients' } },
    });
    const answered = continued(scenario, stopped, { kind: 'answer', mock: { body: { name: 'Kim' } } });
    expect(traceOf(answered).sent).toEqual(['Hi Kim']);
    const failed = continued(scenario, stopped, { kind: 'event', name: 'failed' });
    expect(traceOf(failed).sent).toEqual(['Status 500']);
  });

  it('gets one mock of a list after the other', () => {
    const mocks = { save_answers: [{ status: 500 }, { status: 200 }] };
    const scenario = { definition: survey, mocks };
    const late: Input = { kind: 'event', name: 'timeout' };
    const first = play(scenario, byMessage, reply('5'), late);
    expect(pathOf(first)).toContain('save_answers failed → apologise');
  });
});

describe('a subflow', () => {
  const child = flowOf('incomingParent', {
    name: 'ask',
    type: 'send-and-wait-for-reply',
    properties: { body: 'Your name?', save_response_as: 'name' },
    transitions: [{ event: 'incomingMessage' }, { event: 'timeout' }, { event: 'deliveryFailure' }],
  });
  const flow = `FW${'a'.repeat(32)}`;
  const definition = flowOf(
    'incomingMessage',
    {
      name: 'names',
      type: 'run-subflow',
      properties: { flow_sid: flow, flow_revision: 'LatestPublished' },
      transitions: [{ event: 'completed', next: 'greet' }, { event: 'failed' }],
    },
    message('greet', 'Hello {{widgets.names.name}}'),
  );

  it('runs inside of the simulation when its definition is given', () => {
    const scenario = { definition, subflows: { [flow]: child } };
    const asked = play(scenario, byMessage);
    expect(waitingOf(asked)).toMatchObject({ role: 'subflow', widget: 'ask', for: 'reply' });
    const done = continued(scenario, asked, reply('Sam'));
    expect(traceOf(done).sent).toEqual(['Your name?', 'Hello Sam']);
    // What the subflow took is none of the flow's transitions, whatever its widgets are called.
    expect(new Set(hitsOf(done.steps).keys())).toEqual(
      new Set(['Trigger', 'names', 'greet'].map((widget) => transitionKey(widget, 0))),
    );
    expect(hitsOf(done.steps).get(transitionKey('Trigger', 0))).toBe(1);
    expect(pathOf(done)).toEqual([
      'Trigger incomingMessage → names',
      'names completed → greet',
      'greet sent → Ended',
    ]);
  });

  it('is answered by a mock, which goes before a definition, and asks for one otherwise', () => {
    const mocks = { names: { body: { name: 'Kim' } } };
    expect(traceOf(play({ definition, mocks }, byMessage)).sent).toEqual(['Hello Kim']);
    expect(waitingOf(play({ definition }, byMessage))).toMatchObject({ for: 'mock', widget: 'names' });
  });

  it('that is still running is stopped with the flow', () => {
    const scenario = { definition, subflows: { [flow]: child } };
    const stopped = play(scenario, byMessage, { kind: 'stop' });
    expect(hasEnded(stopped)).toBe(true);
    expect(stopped.subflow).toBeNull();
    expect(stopped.steps.map(({ role, name }) => `${role} ${name}`).slice(-2)).toEqual([
      'flow stopped',
      'subflow stopped',
    ]);
  });
});

describe('time that is skipped', () => {
  const ask: State = {
    name: 'ask',
    type: 'send-and-wait-for-reply',
    properties: { body: 'Still there?', timeout: '60' },
    transitions: [{ event: 'incomingMessage' }, { event: 'timeout', next: 'lookup' }],
  };
  const wait: State = { ...ask, name: 'answer', transitions: [{ event: 'timeout' }] };
  const definition = flowOf('incomingMessage', ask, lookup, wait);
  const skipped: Input = { kind: 'advance', ms: hour };
  const answered: Input = { kind: 'answer', mock: { status: 200, body: { name: 'Sam' } } };

  it('stops where a request has no mock, as the other system would answer then', () => {
    const asked = play({ definition }, byMessage, skipped);
    expect(asked.clock).toBe(clock + 60_000);
    expect(asked.missing?.widget).toBe('lookup');
    expect(asked.transcript.find(({ kind }) => kind === 'skipped')).toMatchObject({ ms: 60_000 });
    expect(hasEnded(continued({ definition }, asked, answered))).toBe(false);
  });

  it('is as long in the kept test as it was in the run', () => {
    const began = startSimulation({ definition }, byMessage);
    const asked = continued({ definition }, began, skipped);
    const inputs = [
      { input: skipped, after: asked },
      { input: answered, after: continued({ definition }, asked, answered) },
    ];
    const test = flowTestOf({ start: byMessage, mocks: {}, began, inputs });
    expect(test.steps).toContainEqual({ advance: '1m' });
    expect(runFlowTest(test, { definition })).toMatchObject({ passed: true, failures: [] });
  });
});
