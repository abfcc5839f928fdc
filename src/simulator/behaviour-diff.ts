/** Replays recorded inputs on two definitions: which runs would go elsewhere, and from which widget on. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { Mocks } from './mock.ts';
import { perform } from './perform.ts';
import type { Input, SimulatedStep, SimulationStart } from './simulation.ts';
import { startSimulation } from './start.ts';

/** The inputs of one run. `id` names it; `mocks` are the responses that it got, by widget, in their order. */
export type RecordedInputs = {
  id: string;
  start: SimulationStart;
  mocks: Mocks;
  inputs: readonly Input[];
};

/** How a widget was left; null where the run did not come that far. */
export type Exit = { event: string; to: string } | null;

/** `widget` is the first that the two definitions leave in different ways, or that only one of them enters. */
export type DifferentRun = { id: string; widget: string; before: Exit; after: Exit };

/**
 * `unknown` are runs in which the new definition asks another system for something that the record has no response to,
 * before anything differs. `byWidget` counts the different runs, most first.
 */
export type BehaviourDiff = {
  runs: number;
  different: DifferentRun[];
  unknown: { id: string; widget: string }[];
  byWidget: { widget: string; count: number }[];
};

/** Which of the recorded runs differ between the definitions. */
export function behaviourDiff(
  before: FlowDefinition,
  after: FlowDefinition,
  recorded: readonly RecordedInputs[],
): BehaviourDiff {
  const different: DifferentRun[] = [];
  const unknown: BehaviourDiff['unknown'] = [];
  for (const run of recorded) {
    const [first, second] = [replay(before, run), replay(after, run)];
    const at = firstDifference(first.steps, second.steps);
    if (at === null) continue;
    const [old, changed] = [first.steps[at], second.steps[at]];
    if (changed === undefined && second.asks !== null) unknown.push({ id: run.id, widget: second.asks });
    else {
      const widget = old?.transitioned_from ?? changed?.transitioned_from ?? '';
      const isSame = changed?.transitioned_from === widget;
      different.push({ id: run.id, widget, before: exitOf(old), after: isSame ? exitOf(changed) : null });
    }
  }
  return { runs: recorded.length, different, unknown, byWidget: countsByWidget(different) };
}

/** The steps of a run, and the widget that asks for a response which the record does not have. */
function replay(
  definition: FlowDefinition,
  { start, mocks, inputs }: RecordedInputs,
): { steps: SimulatedStep[]; asks: string | null } {
  const scenario = { definition, mocks };
  let simulation = startSimulation(scenario, start);
  for (const input of inputs) {
    if (simulation.missing !== null) break;
    const performed = perform(scenario, simulation, input);
    // A run that has ended, or waits for something else, has differed before.
    if (!performed.ok) break;
    simulation = performed.simulation;
  }
  const steps = simulation.steps.filter(({ role }) => role === 'flow');
  return { steps, asks: simulation.missing?.widget ?? null };
}

/** The index of the first step that differs; null when none does. */
function firstDifference(a: readonly SimulatedStep[], b: readonly SimulatedStep[]): number | null {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) if (!isSameStep(a[index], b[index])) return index;
  return null;
}

function isSameStep(a: SimulatedStep | undefined, b: SimulatedStep | undefined): boolean {
  return (
    a?.transitioned_from === b?.transitioned_from &&
    a?.name === b?.name &&
    a?.transitioned_to === b?.transitioned_to
  );
}

function exitOf(step: SimulatedStep | undefined): Exit {
  return step === undefined ? null : { event: step.name, to: step.transitioned_to };
}

function countsByWidget(different: readonly DifferentRun[]): BehaviourDiff['byWidget'] {
  const counts = new Map<string, number>();
  for (const { widget } of different) counts.set(widget, (counts.get(widget) ?? 0) + 1);
  return [...counts].map(([widget, count]) => ({ widget, count })).sort((a, b) => b.count - a.count);
}
