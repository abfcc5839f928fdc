/**
 * The working copy of a flow: its name and definition as they are being edited, perhaps with errors, and an identity for
 * each widget, which stays when the widget is renamed.
 */

import type { FlowDefinition, State } from '../definition.ts';
import { widgetIds } from '../graph.ts';
import { isObject } from '../json/json.ts';

/** `widgets` has the identity of each state, by index. Immutable. */
export type WorkingCopy = { name: string; definition: FlowDefinition; widgets: readonly string[] };

/** Editable content: a working copy without the identities. */
export type FlowContent = Pick<WorkingCopy, 'name' | 'definition'>;

/** The working copy of a flow that has no edits yet: the identity of a widget is its id. Grows: n in widgets. */
export function workingCopyOf({ name, definition }: FlowContent): WorkingCopy {
  return { name, definition, widgets: hasStates(definition) ? widgetIds(definition) : [] };
}

/** True where the widgets of a definition can be addressed: it has a list of objects. Files of strangers need not. */
export function hasStates(definition: unknown): definition is FlowDefinition {
  if (!isObject(definition) || !Array.isArray(definition.states)) return false;
  return knownStates.has(definition.states) || definition.states.every(isObject);
}

/** Lists of objects that edits have made: an edit of many widgets looks at each state once for each of them otherwise. */
const knownStates = new WeakSet<object>();

/** The copy with another state of the widget at the index. `copy` has states. */
export function withStateAt(copy: WorkingCopy, index: number, state: State): WorkingCopy {
  const states = copy.definition.states.with(index, state);
  knownStates.add(states);
  return { ...copy, definition: { ...copy.definition, states } };
}

/** The index of the widget with that identity; -1 when there is none. */
export function indexOfWidget(copy: WorkingCopy, widget: string): number {
  return indexesOf(copy.widgets).get(widget) ?? -1;
}

/** The state of the widget with that identity; undefined when there is none. Grows: n in widgets. */
export function stateOf(copy: WorkingCopy, widget: string): State | undefined {
  return copy.definition.states[indexOfWidget(copy, widget)];
}

const knownIndexes = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** The first index of each identity. Most edits leave the list as it is, and so it is read once for many of them. */
function indexesOf(widgets: readonly string[]): ReadonlyMap<string, number> {
  const known = knownIndexes.get(widgets);
  if (known !== undefined) return known;
  const indexes = new Map<string, number>();
  for (const [index, widget] of widgets.entries()) if (!indexes.has(widget)) indexes.set(widget, index);
  knownIndexes.set(widgets, indexes);
  return indexes;
}

/**
 * The name by which a `next` leads to the widget; null when none can, because it has none or not the first of its name.
 * Grows: n in widgets.
 */
export function nameOf(copy: WorkingCopy, widget: string): string | null {
  const name = stateOf(copy, widget)?.name;
  return typeof name === 'string' && name !== '' && identityOf(copy, name) === widget ? name : null;
}

/** The identity of the widget to which a `next` of that name leads; null when it leads nowhere. Grows: n in widgets. */
export function identityOf(copy: WorkingCopy, name: string): string | null {
  const index = copy.definition.states.findIndex((state) => state.name === name);
  return copy.widgets[index] ?? null;
}
