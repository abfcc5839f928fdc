/** The steps of an execution as a path on the canvas. Pure. */

import type { FlowDefinition } from '#flow/definition.ts';
import { outletsOf, widgetIds } from '#flow/graph.ts';
import type { ExecutionPath } from '../canvas/canvas-props.ts';

/** What the path needs of a step: by which event which widget was left, and where it led by name. */
export type PathStep = { name: string; transitioned_from: string; transitioned_to: string };

/** How much of the path is shown: the first `shown` steps, at the widget `here` (by name, null at the end). */
export type PathMoment = { shown: number; here: string | null; running: boolean };

/** The path of `steps` on `definition`. A name that several widgets have means the first of them. */
export function pathOfSteps(
  definition: FlowDefinition,
  steps: readonly PathStep[],
  { shown, here, running }: PathMoment,
): ExecutionPath {
  const ids = widgetIds(definition);
  const indexOfName = new Map<string, number>();
  definition.states.forEach(({ name }, index) => {
    if (typeof name === 'string' && !indexOfName.has(name)) indexOfName.set(name, index);
  });
  const idOf = (name: string) => ids[indexOfName.get(name) ?? -1] ?? name;
  return {
    steps: steps.map(({ name, transitioned_from: from, transitioned_to: to }) => {
      const state = definition.states[indexOfName.get(from) ?? -1];
      const leaving = state === undefined ? [] : outletsOf(state).filter(({ event }) => event === name);
      // A split has several outlets for `match`: the one that leads where the step went.
      const outlet = leaving.find(({ next }) => next === to) ?? leaving[0];
      return { from: idOf(from), outlet: outlet?.key ?? null, to: indexOfName.has(to) ? idOf(to) : null };
    }),
    shownSteps: shown,
    currentWidget: here !== null && indexOfName.has(here) ? idOf(here) : null,
    running,
  };
}
