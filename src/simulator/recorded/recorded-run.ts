/**
 * Makes a simulation of an execution that the service recorded: its steps say what the contact, the carrier and other
 * systems did, which is given to the simulator as inputs and mocks.
 */

import type { FlowDefinition } from '#flow/definition.ts';
import type { RecordedInputs } from '../behaviour-diff.ts';
import type { RecordedRun } from '../flow-test/record.ts';
import type { Mock } from '../mock.ts';
import { perform } from '../perform.ts';
import { hasEnded, type Input, type Scenario, type Simulation } from '../simulation.ts';
import { startSimulation } from '../start.ts';
import { waitingOf } from '../waiting.ts';
import { type RecordedMoment, type RecordedStep, recordedMoments } from './execution-record.ts';
import { failedMessages, recordedInput } from './recorded-input.ts';
import { recordedStart } from './recorded-start.ts';

/**
 * `divergedAt` is the widget from which on the simulation does not follow the record: the definition is another one, a
 * step is missing, or what happened there cannot be told from the steps. Null where it follows to the end.
 */
export type ReplayedRun = { run: RecordedRun; divergedAt: string | null };

/** Shorter pauses between two steps are left out, in ms: rarely does anything depend on them. */
const shortestPause = 60_000;

/** Room before a timer, so that a pause that is known in whole seconds does not fire it. In ms. */
const timerMargin = 1_000;

/** Inputs that a step needs at the most: a pause, a response, an event. */
const inputsPerStep = 3;

/**
 * The run of an execution on `definition`, from its steps in order. Null where its start is not recorded (any more), as
 * when its personal data were removed.
 */
export function recordedRun(definition: FlowDefinition, steps: readonly RecordedStep[]): ReplayedRun | null {
  const moments = recordedMoments(steps);
  const start = recordedStart(moments[0]);
  if (start === null) return null;
  const scenario: Scenario = { definition, mocks: failedMessages(definition, moments) };
  const began = startSimulation(scenario, start);
  const inputs: { input: Input; after: Simulation }[] = [];
  const run = { start, mocks: scenario.mocks ?? {}, began, inputs };
  let simulation = began;
  for (let left = inputsPerStep * steps.length + 1; left > 0; left -= 1) {
    const divergedAt = divergence(moments, simulation);
    if (divergedAt !== null) return { run, divergedAt };
    const next = moments[ownSteps(simulation).length];
    if (next === undefined) return { run, divergedAt: null };
    const divergesHere = { run, divergedAt: next.transitioned_from };
    if (hasEnded(simulation)) return divergesHere;
    const input = pauseBefore(simulation, next) ?? recordedInput(scenario, simulation, next);
    if (input === null) return divergesHere;
    const performed = perform(scenario, simulation, input);
    if (!performed.ok) return divergesHere;
    simulation = performed.simulation;
    inputs.push({ input, after: simulation });
  }
  return { run, divergedAt: waitingOf(simulation)?.widget ?? '' };
}

/** The run as inputs for a replay on other definitions: the responses are mocks of their widgets, in their order. */
export function inputsOfRun(id: string, { start, mocks, began, inputs }: RecordedRun): RecordedInputs {
  const given = new Map<string, Mock[]>();
  let before = began;
  for (const { input, after } of inputs) {
    const widget = before.missing?.widget;
    if (input.kind === 'answer' && widget !== undefined)
      given.set(widget, [...(given.get(widget) ?? []), input.mock]);
    before = after;
  }
  return {
    id,
    start,
    mocks: { ...mocks, ...Object.fromEntries(given) },
    inputs: inputs.flatMap(({ input }) => (input.kind === 'answer' ? [] : [input])),
  };
}

function ownSteps({ steps }: Simulation) {
  return steps.filter(({ role }) => role === 'flow');
}

/** The widget that was left in another way than the record says; null where there is none. */
function divergence(moments: readonly RecordedMoment[], simulation: Simulation): string | null {
  for (const [index, { name, transitioned_from: from }] of ownSteps(simulation).entries()) {
    const recorded = moments[index];
    if (recorded?.name !== name || recorded.transitioned_from !== from) return from;
  }
  return null;
}

/** The time that passed before the step, where the contact or the carrier took it; null where it is short. */
function pauseBefore(simulation: Simulation, next: RecordedMoment): Input | null {
  const { clock, missing, flow } = simulation;
  if (missing !== null || next.name === 'timeout') return null;
  const latest = flow.due === null ? next.at : Math.min(next.at, flow.due - timerMargin);
  return latest - clock < shortestPause ? null : { kind: 'advance', ms: latest - clock };
}
