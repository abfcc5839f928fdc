/**
 * The simulator: how long a simulation takes to start and to take an input, kept tests, and the replay of recorded runs on
 * two definitions. Prints a table; the exit code is 1 when a bound does not hold. `--quick` replays a tenth.
 */

import survey from '#flow/samples/survey.json' with { type: 'json' };
import { behaviourDiff, type RecordedInputs } from '#simulator/behaviour-diff.ts';
import { parseFlowTest } from '#simulator/flow-test/parse.ts';
import { runFlowTest } from '#simulator/flow-test/run.ts';
import { perform } from '#simulator/perform.ts';
import { createReplay, type PastExecution } from '#simulator/recorded/replay-executions.ts';
import { startSimulation } from '#simulator/start.ts';
import { bigFlow } from '../big-flow.ts';

const runs = process.argv.includes('--quick') ? 1_000 : 10_000;
const start = {
  event: 'incomingMessage' as const,
  contact: '+15005550001',
  channel: '+15005550006',
  clock: Date.UTC(2026, 2, 1, 9),
  body: 'hi',
};

const keptTest = `start: {trigger: incomingMessage, body: hi}
mocks: {save_answers: {status: 200}}
steps:
  - expect: {waits: ask_rating}
  - send: "4"
  - send: fast
  - send: "yes"
  - expect: {path: [ask_rating, check_rating, keep_rating, ask_reason, ask_contact, save_answers, thank], ended: true}
`;

const recorded: RecordedInputs[] = Array.from({ length: runs }, (_, index) => ({
  ...{ id: String(index), start, mocks: { save_answers: { status: 200 } } },
  inputs: ['9', '4', 'fast', 'yes'].map((body) => ({ kind: 'message', body })),
}));

const fresh = () => structuredClone(survey);
/** Definitions that are not compiled yet. */
const big = Array.from({ length: 5 }, () => structuredClone(bigFlow(1_000)));
const measurements = [
  measure('start, 1,000 widgets', 50, () => startSimulation({ definition: big.pop() ?? survey }, start), 5),
  measure('start, survey', 50, () => startSimulation({ definition: fresh() }, start), 100),
  turns(),
  measure('500 kept tests', 5_000, () => keptTests(500), 1),
  measure(`replay of ${runs} runs on two definitions`, (30_000 * runs) / 10_000, replay, 1),
  measure(`replay of ${runs} executions from their steps`, (30_000 * runs) / 10_000, replayExecutions, 1),
];

for (const { name, ms, bound } of measurements)
  console.log(`${name.padEnd(44)} ${ms.toFixed(2).padStart(10)} ms   bound ${bound} ms`);
process.exitCode = measurements.every(({ ms, bound }) => ms < bound) ? 0 : 1;

type Measurement = { name: string; ms: number; bound: number };

/** Milliseconds of one call: the mean of `times`. */
function measure(name: string, bound: number, run: () => unknown, times: number): Measurement {
  const began = performance.now();
  for (let count = 0; count < times; count += 1) run();
  return { name, ms: (performance.now() - began) / times, bound };
}

function turns(): Measurement {
  const scenario = { definition: fresh(), mocks: { save_answers: { status: 200 } } };
  const asked = startSimulation(scenario, start);
  return measure('one input', 5, () => perform(scenario, asked, { kind: 'message', body: '4' }), 1_000);
}

function keptTests(count: number): void {
  for (let each = 0; each < count; each += 1) {
    const parsed = parseFlowTest(keptTest);
    if (!parsed.ok || !runFlowTest(parsed.test, { definition: survey }).passed)
      throw new Error('The kept test does not pass.');
  }
}

function replay(): void {
  const { different } = behaviourDiff(survey, fresh(), recorded);
  if (different.length > 0) throw new Error('A definition differs from itself.');
}

/** As the page replays past executions: their inputs are made of the recorded steps first. */
function replayExecutions(): void {
  const [first] = recorded;
  if (first === undefined) throw new Error('There is no run.');
  const scenario = { definition: survey, mocks: first.mocks };
  let simulation = startSimulation(scenario, first.start);
  for (const input of first.inputs) {
    const performed = perform(scenario, simulation, input);
    if (!performed.ok) throw new Error('The recorded run cannot be made.');
    simulation = performed.simulation;
  }
  const steps = simulation.steps.filter(({ role }) => role === 'flow');
  const executions: PastExecution[] = recorded.map(({ id }) => ({ id, revision: 1, steps }));
  const replay = createReplay(survey, fresh());
  replay.addRevision(1, survey);
  const { replayed, different } = replay.run(executions);
  if (replayed < runs || different.length > 0) throw new Error('A definition differs from itself.');
}
