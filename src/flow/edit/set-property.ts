/** Edit commands: set one property of a widget, or replace its JSON. */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../definition.ts';
import { isObject, type Json } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { updateConditionInput } from './branches.ts';
import { type EditResult, findWidget, rootWidgetId, withState } from './definition-access.ts';
import { renameWidget } from './rename-widget.ts';

/**
 * Sets a property, or deletes it when `value` is undefined. The `input` of a split is repeated in each of its
 * conditions: those with the old input are updated.
 * Grows: n in widgets.
 */
export function setProperty(
  definition: FlowDefinition,
  id: string,
  name: string,
  value: Json | undefined,
): FlowDefinition {
  const location = findWidget(definition, id);
  if (location === null) return definition;
  const properties = propertiesOf(location.state);
  const old = properties[name];
  if (value === undefined ? !Object.hasOwn(properties, name) : old !== undefined && jsonEqual(old, value)) {
    return definition;
  }
  const { [name]: _, ...others } = properties;
  const changed = {
    ...location.state,
    properties: value === undefined ? others : { ...properties, [name]: value },
  };
  const isSplitInput = location.state.type === 'split-based-on' && name === 'input';
  return withState(
    definition,
    location.index,
    isSplitInput ? updateConditionInput(changed, old, value) : changed,
  );
}

/**
 * Replaces a widget by JSON from its code view. A new name renames it, references included. Rejected: what is not
 * an object, an invalid name, a trigger with another type, and a new `next` that names no widget.
 * Grows: n in widgets.
 */
export function replaceState(definition: FlowDefinition, id: string, replacement: Json): EditResult {
  const location = findWidget(definition, id);
  if (location === null) return { ok: false, reason: 'That widget is not in this flow any more.' };
  if (!isObject(replacement)) return { ok: false, reason: 'A widget is a JSON object.' };
  if (jsonEqual(replacement, location.state)) return { ok: true, definition };
  const state = replacement as State;
  if (id === rootWidgetId(definition) && state.type !== 'trigger') {
    return { ok: false, reason: 'The flow begins at this widget: its type stays trigger.' };
  }
  const dangling = findDanglingNext(definition, location.state, state);
  if (dangling !== null) return { ok: false, reason: `No widget is called ${dangling}.` };
  const old = location.state.name;
  if (state.name === old) return { ok: true, definition: withState(definition, location.index, state) };
  if (typeof state.name !== 'string') return { ok: false, reason: 'A widget needs a name.' };
  // Under its old name first, so that references to itself are renamed too.
  const { name, ...others } = state;
  const kept = old === undefined ? others : { ...state, name: old };
  return renameWidget(withState(definition, location.index, kept), id, name);
}

/** The first `next` of `after` that names no widget and is not in `before`. */
function findDanglingNext(definition: FlowDefinition, before: State, after: State): string | null {
  const names = new Set(definition.states.map((each) => each.name));
  if (after.name !== undefined) names.add(after.name);
  const known = new Set(transitionsOf(before).map((each) => each.next));
  for (const { next } of transitionsOf(after)) {
    if (typeof next === 'string' && next !== '' && !names.has(next) && !known.has(next)) return next;
  }
  return null;
}
