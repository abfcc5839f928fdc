/** What is drawn over the flow: the path of an execution, or what differs from an earlier definition. */

import type { ChangeMark, ChangeMarks } from '../canvas-props.ts';

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

/** The overlay of a comparison. */
export function changeOverlay({ widgets, cords, removedCords }: ChangeMarks): Overlay {
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
