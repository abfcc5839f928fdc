/** Runs a flow test in the simulator. */

import type { Context } from '#engine/execution.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import type { Json } from '#flow/json/json.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import { valueAt } from '#flow/json/json-pointer.ts';
import { perform } from '../perform.ts';
import { hasEnded, type Input, type Scenario, type Simulation } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { textsSent, textsSpoken } from '../trace.ts';
import { waitingOf } from '../waiting.ts';
import { type Expectation, mocksOfTest, startOfTest, stepsOfTest, type TestStep } from './scenario.ts';
import type { FlowTest } from './schema.ts';

/**
 * `step` counts from 1, 0 is the start; `widget` is where the flow was, null before its first widget. `what` is the key of the
 * expectation, or what went wrong instead; `expected` and `actual` are JSON or a few words. `card` is the widget that does
 * something else than the test expects, where that is not `widget`: it sends another text, or leads elsewhere.
 */
export type TestFailure = {
  step: number;
  widget: string | null;
  what: string;
  expected: string;
  actual: string;
  card?: string;
  /** Of an expectation: when it failed. */
  when?: FailedWhen;
  /** Of what the contact was to read or hear: the first text that differs. */
  heard?: HeardInstead;
};

/** `after` is what the contact has sent, pressed or said before, null where it was something else. */
export type FailedWhen = { after: string | null; ended: boolean };

/** Texts, null for none at that place. */
export type HeardInstead = { expected: string | null; actual: string | null };

/** `simulation` is the last state that was reached; `states` those after the start and after each step that was made. */
export type TestResult = {
  passed: boolean;
  failures: TestFailure[];
  simulation: Simulation;
  states: readonly Simulation[];
};

/** What a test runs on besides its own file. */
export type TestedFlow = {
  definition: FlowDefinition;
  subflows?: Readonly<Record<string, FlowDefinition>>;
};

/** Runs the test up to its first step that fails. All that differs in that step is reported. */
export function runFlowTest(test: FlowTest, flow: TestedFlow): TestResult {
  const scenario: Scenario = {
    ...flow,
    mocks: mocksOfTest(test),
    ...(test.time_zone !== undefined && { timeZone: test.time_zone }),
  };
  const start = startOfTest(test);
  const missing = missingWidgets(test, flow.definition);
  const simulation = startSimulation(scenario, start);
  if (missing.length > 0) return { passed: false, failures: missing, simulation, states: [simulation] };
  return runSteps(scenario, simulation, stepsOfTest(test));
}

function runSteps(scenario: Scenario, start: Simulation, steps: readonly TestStep[]): TestResult {
  const states = [start];
  let simulation = start;
  let since: Since = { steps: 0, transcript: 0 };
  let after: string | null = null;
  const failed = (failures: TestFailure[]) => ({ passed: false, failures, simulation, states });
  for (const [index, step] of steps.entries()) {
    const number = index + 1;
    // The event of a request is its response.
    const answers = 'input' in step && step.input.kind === 'event';
    const unanswered = answers ? null : missingMock(simulation, index);
    if (unanswered !== null) return failed([unanswered]);
    if ('expect' in step) {
      const failures = failuresOf(step.expect, simulation, since).map((failure) => ({
        ...{ step: number, widget: lastPlaceOf(simulation) },
        ...failure,
        ...changedCard(failure.what, step.expect, simulation, since),
        when: { after, ended: hasEnded(simulation) },
        ...heardInstead(failure.what, step.expect, simulation, since),
      }));
      if (failures.length > 0) return failed(failures);
      since = { steps: simulation.steps.length, transcript: simulation.transcript.length };
    } else {
      const performed = perform(scenario, simulation, step.input);
      if (!performed.ok) {
        const { kind } = step.input;
        const failure = { what: kind, expected: 'to be possible', actual: performed.reason };
        return failed([{ step: number, widget: lastPlaceOf(simulation), ...failure }]);
      }
      simulation = performed.simulation;
      after = wordsOf(step.input);
    }
    states.push(simulation);
  }
  const unanswered = missingMock(simulation, steps.length);
  if (unanswered !== null) return failed([unanswered]);
  return { passed: true, failures: [], simulation, states };
}

/** How many steps and entries there were at the expectation before. */
type Since = { steps: number; transcript: number };

function heardInstead(
  what: string,
  expect: Expectation,
  simulation: Simulation,
  since: Since,
): { heard?: HeardInstead } {
  const [expected, textsOf] =
    what === 'sent' ? [expect.sent, textsSent] : what === 'said' ? [expect.said, textsSpoken] : [];
  if (expected === undefined || textsOf === undefined) return {};
  const actual = textsOf(simulation.transcript.slice(since.transcript));
  const at = firstDifference(expected, actual);
  return { heard: { expected: expected[at] ?? null, actual: actual[at] ?? null } };
}

/** The widget after which the path is another one, otherwise the one whose text is. */
function changedCard(
  what: string,
  { path, sent, said }: Expectation,
  simulation: Simulation,
  since: Since,
): { card?: string } {
  const taken = pathSince(simulation, since.steps);
  const before = path === undefined || jsonEqual(path, taken) ? 0 : firstDifference(path, taken);
  const turned = taken[before - 1];
  if (turned !== undefined) return { card: turned };
  const [expected, textsOf] =
    what === 'sent' ? [sent, textsSent] : what === 'said' ? [said, textsSpoken] : [];
  if (expected === undefined || textsOf === undefined) return {};
  const entries = simulation.transcript
    .slice(since.transcript)
    .filter((entry) => textsOf([entry]).length > 0);
  const entry = entries[firstDifference(expected, textsOf(entries))];
  return entry === undefined || entry.role !== 'flow' || entry.widget === null ? {} : { card: entry.widget };
}

/** The index of the first entry that the lists do not share. */
function firstDifference(expected: readonly string[], actual: readonly string[]): number {
  const same = expected.findIndex((each, index) => each !== actual[index]);
  return same === -1 ? expected.length : same;
}

/** What the contact says with an input; null for one without words. */
function wordsOf(input: Input): string | null {
  if (input.kind === 'message') return input.body;
  if (input.kind === 'press') return input.digits;
  return input.kind === 'say' ? input.text : null;
}

type Difference = Pick<TestFailure, 'what' | 'expected' | 'actual'>;

function failuresOf(expected: Expectation, simulation: Simulation, since: Since): Difference[] {
  const transcript = simulation.transcript.slice(since.transcript);
  const differences = [
    difference('waits', expected.waits, placeOf(simulation)),
    difference('ended', expected.ended, hasEnded(simulation)),
    difference('path', expected.path, pathSince(simulation, since.steps)),
    difference('sent', expected.sent, textsSent(transcript)),
    difference('said', expected.said, textsSpoken(transcript)),
    ...Object.entries(expected.variables ?? {}).map(([path, value]) =>
      difference(path, value as Json, variable(simulation.flow.execution.context, path)),
    ),
  ];
  return differences.filter((each) => each !== null);
}

function difference(
  what: string,
  expected: Json | undefined,
  actual: Json | null | undefined,
): Difference | null {
  if (expected === undefined) return null;
  if (actual !== undefined && jsonEqual(expected, actual)) return null;
  const shown = actual === undefined ? 'nothing' : JSON.stringify(actual);
  return { what, expected: JSON.stringify(expected), actual: shown };
}

/** The widgets that the flow's own execution has left, without the trigger. */
function pathSince({ steps }: Simulation, count: number): string[] {
  return steps
    .slice(count)
    .filter(({ role, type }) => role === 'flow' && type !== 'trigger')
    .map((step) => step.transitioned_from);
}

/** The value at a dotted path; a number is the position in a list. */
function variable(context: Context, path: string): Json | undefined {
  return valueAt(context as Json, path.replace(/\[["']?([^\]"']*)["']?\]/g, '.$1').split('.'));
}

function placeOf(simulation: Simulation): string | null {
  return waitingOf(simulation)?.widget ?? null;
}

/** The widget that waits, after the end the one that was left last. */
function lastPlaceOf(simulation: Simulation): string | null {
  return placeOf(simulation) ?? simulation.steps.at(-1)?.transitioned_from ?? null;
}

function missingMock({ missing }: Simulation, step: number): TestFailure | null {
  if (missing === null) return null;
  const { widget, command } = missing;
  const actual = 'url' in command ? `none for ${command.method} ${command.url}` : 'none';
  return { step, widget, what: 'mock', expected: `a mock for "${widget}"`, actual };
}

/** Mocks and a start at widgets that the flow does not have (any more). */
function missingWidgets({ mocks = {}, start }: FlowTest, { states }: FlowDefinition): TestFailure[] {
  const names = new Set(states.map(({ name }) => name));
  const named = [
    ...(start.widget === undefined ? [] : [{ what: 'start', widget: start.widget }]),
    ...Object.keys(mocks).map((widget) => ({ what: 'mock', widget })),
  ];
  return named
    .filter(({ widget }) => !names.has(widget))
    .map(({ what, widget }) => ({
      ...{ step: 0, widget, what },
      ...{ expected: `a widget "${widget}"`, actual: 'none in the flow' },
    }));
}
