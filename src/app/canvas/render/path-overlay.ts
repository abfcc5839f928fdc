/** The path of an execution over the canvas: the status of each widget and cord on it, and the numbers of its steps. */

import type { ExecutionPath } from '../canvas-props.ts';
import type { Scene } from './scene.ts';

/** `upcoming` is on the path but not reached yet at the moment shown; `off-path` is not on it at all. */
export type PathStatus = 'visited' | 'current' | 'running' | 'upcoming' | 'off-path';

/** A step number on a cord. `current` is the step that is shown. */
export type StepMark = { number: number; kind: 'done' | 'current' | 'upcoming' };

export type PathOverlay = {
  widgets: ReadonlyMap<string, Exclude<PathStatus, 'off-path'>>;
  cords: ReadonlyMap<string, 'visited' | 'upcoming'>;
  stepMarks: ReadonlyMap<string, readonly StepMark[]>;
  /** The number of the step shown; 0 when there is none. */
  stepNumber: number;
};

/** The overlay of a path; steps over cords that the scene does not have get no number. */
export function buildPathOverlay(path: ExecutionPath, scene: Scene): PathOverlay {
  const widgets = new Map<string, Exclude<PathStatus, 'off-path'>>();
  const cords = new Map<string, 'visited' | 'upcoming'>();
  const stepMarks = new Map<string, StepMark[]>();
  path.steps.forEach(({ from, outlet, to }, index) => {
    const isDone = index < path.shownSteps;
    for (const id of to === null ? [from] : [from, to]) {
      const isVisited = isDone || widgets.get(id) === 'visited';
      widgets.set(id, isVisited ? 'visited' : 'upcoming');
    }
    const cord = outlet === null ? undefined : `${from} ${outlet}`;
    if (cord === undefined || !scene.cords.has(cord)) return;
    if (isDone || !cords.has(cord)) cords.set(cord, isDone ? 'visited' : 'upcoming');
    const kind = isDone ? (index === path.shownSteps - 1 ? 'current' : 'done') : 'upcoming';
    stepMarks.set(cord, [...(stepMarks.get(cord) ?? []), { number: index + 1, kind }]);
  });
  if (path.currentWidget !== null) widgets.set(path.currentWidget, path.running ? 'running' : 'current');
  return { widgets, cords, stepMarks, stepNumber: path.shownSteps };
}
