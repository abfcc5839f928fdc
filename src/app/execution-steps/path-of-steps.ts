/** The steps of an execution, or of a test run, as a path on the canvas. Pure. */

import type { ExecutionView } from '#api/executions/schemas.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import type { Simulation } from '#simulator/simulation.ts';
import type { ExecutionPath } from '../canvas/canvas-props.ts';

/** What the path needs of a step: by which event which widget was left, and where it led by name. */
type PathStep = { name: string; transitioned_from: string; transitioned_to: string };

/** How much of the path is shown: the first `shown` steps, at the widget `here` (by name, null at the end). */
type PathMoment = { shown: number; here: string | null; running: boolean };

/** Steps as they lie on the canvas, and the id of the widget that a name means; null for none. */
export type StepsOnCanvas = { steps: ExecutionPath['steps']; idOf(name: string): string | null };

/** Where `steps` lie on `definition`. A name that several widgets have means the first of them. */
export function stepsOnCanvas(definition: FlowDefinition, steps: readonly PathStep[]): StepsOnCanvas {
  const ids = widgetIds(definition);
  const indexOfName = new Map<string, number>();
  definition.states.forEach(({ name }, index) => {
    if (typeof name === 'string' && !indexOfName.has(name)) indexOfName.set(name, index);
  });
  const idOf = (name: string) => ids[indexOfName.get(name) ?? -1] ?? null;
  const outlets = new Map<string, ReturnType<typeof outletsOf>>();
  const outletsOfName = (name: string) => {
    const state = definition.states[indexOfName.get(name) ?? -1];
    const known = outlets.get(name) ?? (state === undefined ? [] : outletsOf(state));
    outlets.set(name, known);
    return known;
  };
  return {
    idOf,
    steps: steps.map(({ name, transitioned_from: from, transitioned_to: to }) => {
      const leaving = outletsOfName(from).filter(({ event }) => event === name);
      // A split has several outlets for `match`: the one that leads where the step went.
      const outlet = leaving.find(({ next }) => next === to) ?? leaving[0];
      return { from: idOf(from) ?? from, outlet: outlet?.key ?? null, to: idOf(to) };
    }),
  };
}

/** The path at a moment of it. */
function pathAt({ steps, idOf }: StepsOnCanvas, { shown, here, running }: PathMoment): ExecutionPath {
  return { steps, shownSteps: shown, currentWidget: here === null ? null : idOf(here), running };
}

/**
 * The path of an execution with `shown` of the steps taken, which `onCanvas` are. While the newest moment is shown of an active execution,
 * the widget that it waits at runs; at an earlier moment it is the one that the step led to.
 */
export function runPath(view: ExecutionView, onCanvas: StepsOnCanvas, shown: number): ExecutionPath {
  const isNewest = shown === view.steps.length;
  const running = isNewest && view.execution.status === 'active';
  const here = running ? view.at : (view.steps[shown - 1]?.transitioned_to ?? null);
  return pathAt(onCanvas, { shown, here, running });
}

/** The widgets to bring into view: those of the selected step, and where the execution is after it. */
export function widgetsNearStep(path: ExecutionPath, selected: number): string[] {
  const near = path.steps.slice(Math.max(0, selected - 1), selected);
  const ids = near.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  return [...new Set(path.currentWidget === null ? ids : [...ids, path.currentWidget])];
}

/** The path of a test run: the steps of the flow itself, those of a subflow left out, and the widget at which it waits. */
export function testPath({ steps, flow }: Simulation, definition: FlowDefinition): ExecutionPath {
  const own = steps.filter(({ role }) => role === 'flow');
  const { widget, status } = flow.execution;
  const moment = { shown: own.length, here: widget, running: status === 'active' };
  return pathAt(stepsOnCanvas(definition, own), moment);
}
