/** How an execution's path shows on the canvas: what it has passed, where it is, and what lies aside. */

import type { ExecutionPath } from '../canvas-props.ts';
import type { Scene } from './scene.ts';

/** `later` is on the path but not reached yet at the moment shown; `aside` is not on it at all. */
export type PathStatus = 'visited' | 'current' | 'running' | 'later' | 'aside';

/** A number on a cord, or beside a widget when the step took none. `at` is the step that is looked at. */
export type StepMark = { number: number; kind: 'done' | 'at' | 'later' };

export type PathOverlay = {
  widgets: ReadonlyMap<string, Exclude<PathStatus, 'aside'>>;
  cords: ReadonlyMap<string, 'visited' | 'later'>;
  stepMarks: ReadonlyMap<string, readonly StepMark[]>;
  /** The number of the step that led to the widget looked at; 0 when there is none. */
  stepNumber: number;
};

export function buildPathOverlay(path: ExecutionPath, scene: Scene): PathOverlay {
  const widgets = new Map<string, Exclude<PathStatus, 'aside'>>();
  const cords = new Map<string, 'visited' | 'later'>();
  const marks = new Map<string, StepMark[]>();
  path.steps.forEach(({ from, outlet, to }, index) => {
    const done = index < path.shownSteps;
    for (const id of to === null ? [from] : [from, to]) {
      const happened = done || widgets.get(id) === 'visited';
      widgets.set(id, happened ? 'visited' : 'later');
    }
    const cord = outlet === null ? undefined : `${from} ${outlet}`;
    if (cord === undefined || !scene.cords.has(cord)) return;
    if (done || !cords.has(cord)) cords.set(cord, done ? 'visited' : 'later');
    const kind = done ? (index === path.shownSteps - 1 ? 'at' : 'done') : 'later';
    marks.set(cord, [...(marks.get(cord) ?? []), { number: index + 1, kind }]);
  });
  if (path.currentWidget !== null) widgets.set(path.currentWidget, path.running ? 'running' : 'current');
  return { widgets, cords, stepMarks: marks, stepNumber: path.shownSteps };
}
