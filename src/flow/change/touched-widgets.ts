/** What differs between two copies, widget by widget: whatever is about other widgets need not be rebased. */

import type { State } from '../definition.ts';
import { sameOrBothAbsent } from '../json/json-equal.ts';
import type { Operation } from './operation.ts';
import { hasStates, type WorkingCopy } from './working-copy.ts';

/** Identities of the widgets that differ, null for the flow itself; `all` when a name differs, which any text may mention. */
export type TouchedWidgets = ReadonlySet<string | null> | 'all';

/** Cheap where the copies follow from each other, as they share then what did not change. */
export function touchedWidgets(from: WorkingCopy, to: WorkingCopy): TouchedWidgets {
  if (!hasStates(from.definition) || !hasStates(to.definition)) return 'all';
  const touched = new Set<string | null>();
  const { states: old, ...before } = from.definition;
  const { states: young, ...after } = to.definition;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof typeof before)[];
  if (from.name !== to.name || keys.some((key) => before[key] !== after[key])) touched.add(null);
  const states = new Map(from.widgets.map((widget, index) => [widget, old[index]]));
  for (const [index, widget] of to.widgets.entries()) {
    const [was, is] = [states.get(widget), young[index] as State];
    states.delete(widget);
    if (sameOrBothAbsent(was, is)) continue;
    if (was !== undefined && was.name !== is.name) return 'all';
    touched.add(widget);
  }
  for (const widget of states.keys()) touched.add(widget);
  return touched;
}

/** True for an operation that means the same on both copies. */
export function isUntouched(operation: Operation, touched: TouchedWidgets): boolean {
  if (touched === 'all') return false;
  switch (operation.kind) {
    case 'set':
    case 'edit-text':
    case 'insert':
    case 'delete':
    case 'reorder':
      return !touched.has(operation.widget);
    case 'connect':
      return !touched.has(operation.widget) && (operation.to === null || !touched.has(operation.to));
    case 'add-widget':
    case 'remove-widget':
    case 'rename-widget':
    case 'order-widgets':
    case 'replace':
      // They change other widgets, too.
      return false;
  }
}
