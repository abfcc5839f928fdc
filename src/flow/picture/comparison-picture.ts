/** Draws what differs between two definitions: the later one, with the removed widgets of the earlier one. */

import type { FlowDefinition, State } from '../definition.ts';
import type { FlowDiff } from '../diff/change.ts';
import { isLayoutChange } from '../diff/change.ts';
import { diff } from '../diff/diff.ts';
import { flowPicture, type Mark } from './picture.ts';

/**
 * `after` as SVG with its added and changed widgets marked, and those that it no longer has where `before` had them.
 * Grows: n in widgets.
 */
export function comparisonPicture(before: FlowDefinition, after: FlowDefinition): string {
  const { changes } = diff(before, after);
  const marks = marksOf(changes);
  const removed = before.states.filter(({ name = '' }) => marks.get(name) === 'removed');
  // Their cords lead to widgets of another version.
  const ghosts = removed.map((state): State => ({ ...state, transitions: withoutTargets(state) }));
  return flowPicture({ ...after, states: [...after.states, ...ghosts] }, marks);
}

/** Marks by the names of widgets; moves and notes are none. */
function marksOf(changes: FlowDiff['changes']): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const change of changes) {
    const { kind, widget } = change;
    if (widget === undefined || isLayoutChange(change)) continue;
    if (kind === 'widget-added') marks.set(widget, 'added');
    else if (kind === 'widget-removed') marks.set(widget, 'removed');
    else if (!marks.has(widget)) marks.set(widget, 'changed');
  }
  return marks;
}

function withoutTargets({ transitions }: State): NonNullable<State['transitions']> {
  return Array.isArray(transitions) ? transitions.map(({ next: _, ...rest }) => rest) : [];
}
