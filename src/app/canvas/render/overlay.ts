/** What is drawn over the flow: the path of an execution, or what differs from an earlier definition. */

import { useMemo } from 'react';
import type { CanvasProps, ChangeMark, ChangeMarks, ExecutionPath } from '../canvas-props.ts';
import type { Scene } from './scene.ts';

/** `upcoming` is on the path but not reached yet at the moment shown; `off-path` is not on it at all. */
export type PathStatus = 'visited' | 'current' | 'running' | 'upcoming' | 'off-path';

export type WidgetStatus = PathStatus | ChangeMark | 'unchanged';

/** A step number on a cord. `current` is the step that is shown; of `more` the number is how many are left out. */
export type StepMark = { number: number; kind: 'done' | 'current' | 'upcoming' | 'more' };

export type Overlay = {
  widgets: ReadonlyMap<string, WidgetStatus>;
  cords: ReadonlyMap<string, 'visited' | 'upcoming' | 'added' | 'removed'>;
  /** The status of each widget that `widgets` does not have. It is drawn faded. */
  rest: 'off-path' | 'unchanged';
  stepMarks: ReadonlyMap<string, readonly StepMark[]>;
  /** The number of the step shown; 0 when there is none. */
  stepNumber: number;
};

/** Null where nothing is drawn over the flow. */
export function useOverlay({ path, changes }: CanvasProps, scene: Scene): Overlay | null {
  return useMemo(() => {
    if (path !== undefined) return buildPathOverlay(path, scene);
    return changes === undefined ? null : changeOverlay(changes);
  }, [path, changes, scene]);
}

/** The overlay of a comparison. */
function changeOverlay({ widgets, cords, removedCords }: ChangeMarks): Overlay {
  return {
    widgets,
    cords: new Map([...cords, ...removedCords.map(({ id }) => [id, 'removed'] as const)]),
    rest: 'unchanged',
    stepMarks: new Map(),
    stepNumber: 0,
  };
}

/** The status of a widget; null where nothing is drawn over the flow. */
export function widgetStatus(overlay: Overlay | null, id: string): WidgetStatus | null {
  return overlay === null ? null : (overlay.widgets.get(id) ?? overlay.rest);
}

/** True for what is neither on the path nor changed. */
export function isFaded(status: WidgetStatus | null): boolean {
  return status === 'off-path' || status === 'unchanged';
}

/** The mark of a changed widget; null for everything else. */
export function changeMarkOf(status: WidgetStatus | null): ChangeMark | null {
  switch (status) {
    case 'added':
    case 'removed':
    case 'changed':
    case 'renamed':
    case 'moved':
      return status;
    case 'unchanged':
    case 'visited':
    case 'current':
    case 'running':
    case 'upcoming':
    case 'off-path':
    case null:
      return null;
  }
}

/** The overlay of a path; steps over cords that the scene does not have get no number. */
export function buildPathOverlay(path: ExecutionPath, scene: Scene): Overlay {
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
    const marks = stepMarks.get(cord) ?? [];
    marks.push({ number: index + 1, kind });
    stepMarks.set(cord, marks);
  });
  if (path.currentWidget !== null) widgets.set(path.currentWidget, path.running ? 'running' : 'current');
  const shortened = new Map([...stepMarks].map(([cord, marks]) => [cord, marksNearMoment(marks)]));
  return { widgets, cords, rest: 'off-path', stepMarks: shortened, stepNumber: path.shownSteps };
}

/** More numbers than these would cover the cord, and the cards next to it. */
const maxMarks = 4;

/** Of many marks those around the moment shown, and how many are left out before and after them. */
function marksNearMoment(marks: readonly StepMark[]): readonly StepMark[] {
  if (marks.length <= maxMarks) return marks;
  const firstUpcoming = marks.findIndex(({ kind }) => kind === 'upcoming');
  const reached = firstUpcoming < 0 ? marks.length : firstUpcoming;
  const to = Math.min(marks.length, Math.max(maxMarks, reached + 1));
  const from = to - maxMarks;
  const leftOut = (number: number): StepMark[] => (number === 0 ? [] : [{ number, kind: 'more' }]);
  return [...leftOut(from), ...marks.slice(from, to), ...leftOut(marks.length - to)];
}
