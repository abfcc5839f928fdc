/** The steps of an execution as a path on the canvas of its revision. Pure. */

import type { ExecutionView } from '#api/executions/resources.ts';
import type { FlowDefinition } from '#flow/definition.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import type { ExecutionPath } from '../canvas/canvas-props.ts';

/**
 * The path with `shown` of the steps taken. While the newest moment is shown of an active execution, the
 * widget that it waits at runs; at an earlier moment it is the one that the step led to.
 */
export function runPath(view: ExecutionView, definition: FlowDefinition, shown: number): ExecutionPath {
  const ids = widgetIds(definition);
  const indexOfName = new Map<string, number>();
  definition.states.forEach(({ name }, index) => {
    if (typeof name === 'string' && !indexOfName.has(name)) indexOfName.set(name, index);
  });
  const idOf = (name: string) => ids[indexOfName.get(name) ?? -1] ?? name;
  const steps = view.steps.map(({ name, transitioned_from: from, transitioned_to: to }) => {
    const state = definition.states[indexOfName.get(from) ?? -1];
    const leaving = state === undefined ? [] : outletsOf(state).filter(({ event }) => event === name);
    // A split has several outlets for `match`: the one that leads where the step went.
    const outlet = leaving.find(({ next }) => next === to) ?? leaving[0];
    return { from: idOf(from), outlet: outlet?.key ?? null, to: indexOfName.has(to) ? idOf(to) : null };
  });
  const isNewest = shown === view.steps.length;
  const running = isNewest && view.execution.status === 'active';
  const here = running ? view.at : (view.steps[shown - 1]?.transitioned_to ?? null);
  return {
    steps,
    shownSteps: shown,
    currentWidget: here !== null && indexOfName.has(here) ? idOf(here) : null,
    running,
  };
}

/** The widgets to bring into view: those of the selected step, and where the execution is after it. */
export function widgetsNearStep(path: ExecutionPath, selected: number): string[] {
  const near = path.steps.slice(Math.max(0, selected - 1), selected);
  const ids = near.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  return [...new Set(path.currentWidget === null ? ids : [...ids, path.currentWidget])];
}
