/** The path of an execution on the canvas of its revision. Pure. */

import type { ExecutionView } from '#api/executions/schemas.ts';
import type { ExecutionPath } from '../canvas/canvas-props.ts';
import { pathAt, type StepsOnCanvas } from '../execution-steps/path-of-steps.ts';

/**
 * The path with `shown` of the steps taken, which `onCanvas` are. While the newest moment is shown of an active execution,
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
