/** The path of an execution over the canvas: the status of each widget and cord on it, and the numbers of its steps. */

import type { ExecutionPath } from '../canvas-props.ts';
import type { Overlay, PathStatus, StepMark } from './overlay.ts';
import type { Scene } from './scene.ts';

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

/** More numbers than these would cover the cord, and the cards beside it. */
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
