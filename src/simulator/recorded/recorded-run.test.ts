/** Executions made into simulations: the steps of generated runs, given as the service records them. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#flow/definition.ts';
import afterHoursCalls from '#flow/samples/after-hours-calls.json' with { type: 'json' };
import appointmentReminder from '#flow/samples/appointment-reminder.json' with { type: 'json' };
import phoneMenu from '#flow/samples/phone-menu.json' with { type: 'json' };
import survey from '#flow/samples/survey.json' with { type: 'json' };
import { behaviourDiff } from '../behaviour-diff.ts';
import { flowTestOf } from '../flow-test/record.ts';
import { runFlowTest } from '../flow-test/run.ts';
import { generateTests } from '../generate/generate.ts';
import { perform } from '../perform.ts';
import type { Simulation } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { traceOf } from '../trace.ts';
import type { RecordedStep } from './execution-record.ts';
import { inputsOfRun, recordedRun } from './recorded-run.ts';

const samples: Record<string, FlowDefinition> = { afterHoursCalls, appointmentReminder, phoneMenu, survey };

const recordOf = ({ steps }: Simulation): RecordedStep[] => steps.filter(({ role }) => role === 'flow');

const clock = Date.UTC(2026, 2, 1, 9);
const parties = { contact: '+15005550009', channel: '+15005550006', clock };

const lookup: FlowDefinition = {
  description: '',
  initial_state: 'Trigger',
  states: [
    { name: 'Trigger', type: 'trigger', transitions: [{ event: 'incomingMessage', next: 'lookup' }] },
    {
      name: 'lookup',
      type: 'make-http-request',
      properties: { method: 'GET', url: 'https://clinic.example/patients' },
      transitions: [
        { event: 'success', next: 'greet' },
        { event: 'failed', next: 'greet' },
      ],
    },
    {
      name: 'greet',
      type: 'send-and-wait-for-reply',
      properties: { body: 'Hi {{widgets.lookup.parsed.name}}', timeout: '7200' },
      transitions: [{ event: 'incomingMessage', next: 'lookup' }, { event: 'timeout' }],
    },
  ],
};

describe('an execution as a simulation', () => {
  for (const [name, definition] of Object.entries(samples)) {
    it(`follows the steps of every generated run of ${name}`, () => {
      const { tests } = generateTests(definition);
      expect(tests.length).toBeGreaterThan(1);
      for (const test of tests) {
        const { simulation } = runFlowTest(test, { definition });
        const replayed = recordedRun(definition, recordOf(simulation));
        expect(replayed?.divergedAt).toBe(null);
        const after = replayed?.run.inputs.at(-1)?.after ?? replayed?.run.began;
        expect(after && traceOf(after).steps).toEqual(traceOf(simulation).steps);
      }
    });
  }

  it('is a test that passes on the same definition, with the recorded responses as its mocks', () => {
    const mocks = { lookup: [{ body: { name: 'Sam' } }, { fault: 'timeout' as const }] };
    const scenario = { definition: lookup, mocks };
    const began = startSimulation(scenario, { event: 'incomingMessage', ...parties, body: 'hi' });
    const waited = perform(scenario, began, { kind: 'advance', ms: 3_600_000 });
    const replied = waited.ok
      ? perform(scenario, waited.simulation, { kind: 'message', body: 'and?' })
      : null;
    if (!replied?.ok) throw new Error('The reply was not possible.');
    const replayed = recordedRun(lookup, recordOf(replied.simulation));
    if (replayed === null) throw new Error('There is no run.');
    const test = flowTestOf(replayed.run);
    const recorded = { lookup: [{ status: 200, body: { name: 'Sam' } }, { fault: 'timeout' }] };
    expect(test.mocks).toEqual(recorded);
    expect(test.steps).toContainEqual({ send: 'and?' });
    expect(test.steps).toContainEqual({ advance: '1h' });
    expect(inputsOfRun('7', replayed.run)).toEqual({
      id: '7',
      start: replayed.run.start,
      mocks: recorded,
      inputs: [
        { kind: 'advance', ms: 3_600_000 },
        { kind: 'message', body: 'and?' },
      ],
    });
    expect(runFlowTest(test, { definition: lookup }).failures).toEqual([]);
  });

  it('says at which widget another definition leaves the record', () => {
    const { tests } = generateTests(appointmentReminder);
    const [test] = tests;
    if (test === undefined) throw new Error('There is no test.');
    const { simulation } = runFlowTest(test, { definition: appointmentReminder });
    const without = {
      ...appointmentReminder,
      states: appointmentReminder.states.filter(({ name }) => name !== 'check_reply'),
    };
    expect(recordedRun(without, recordOf(simulation))?.divergedAt).toBe('check_reply');
  });

  it('is none where the personal data were removed', () => {
    const { tests } = generateTests(survey);
    const [test] = tests;
    if (test === undefined) throw new Error('There is no test.');
    const steps = recordOf(runFlowTest(test, { definition: survey }).simulation);
    expect(
      recordedRun(
        survey,
        steps.map((step) => ({ ...step, changes: [] })),
      ),
    ).toBe(null);
    expect(recordedRun(survey, [])).toBe(null);
  });

  it('gives inputs with which a replay on the same definition differs nowhere', () => {
    const runs = Object.values(samples).flatMap((definition) =>
      generateTests(definition).tests.map((test, index) => {
        const { simulation } = runFlowTest(test, { definition });
        const replayed = recordedRun(definition, recordOf(simulation));
        if (replayed === null) throw new Error('There is no run.');
        return { definition, inputs: inputsOfRun(String(index), replayed.run) };
      }),
    );
    for (const { definition, inputs } of runs)
      expect(behaviourDiff(definition, definition, [inputs])).toMatchObject({ different: [], unknown: [] });
  });
});
