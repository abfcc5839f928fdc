/** Changing what a widget says: one property, or its whole JSON. */

import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../definition.ts';
import { isObject, type Json } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { updateConditionInput } from './branches.ts';
import { type EditResult, findWidget, rootWidgetId, withState } from './definition-access.ts';
import { renameWidget } from './rename-widget.ts';

/**
 * Sets a property, or deletes it when `value` is undefined. The `input` of a split is what its conditions
 * compare, written again in each of them: those that repeat the old input follow.
 */
export function setProperty(
  definition: FlowDefinition,
  id: string,
  name: string,
  value: Json | undefined,
): FlowDefinition {
  const placed = findWidget(definition, id);
  if (placed === null) return definition;
  const properties = propertiesOf(placed.state);
  const old = properties[name];
  if (value === undefined ? !Object.hasOwn(properties, name) : old !== undefined && jsonEqual(old, value)) {
    return definition;
  }
  const { [name]: _, ...others } = properties;
  const changed = {
    ...placed.state,
    properties: value === undefined ? others : { ...properties, [name]: value },
  };
  const follows = placed.state.type === 'split-based-on' && name === 'input';
  return withState(definition, placed.index, follows ? updateConditionInput(changed, old, value) : changed);
}

/**
 * Replaces all of a widget by what was written in its JSON view. A new name is a rename, with everything
 * that follows from one. Refused: what is no object, a name that cannot be, a trigger that would be no
 * trigger, and a `next` that leads nowhere and was not there before.
 */
export function replaceState(definition: FlowDefinition, id: string, written: Json): EditResult {
  const placed = findWidget(definition, id);
  if (placed === null) return { ok: false, reason: 'That widget is not in this flow any more.' };
  if (!isObject(written)) return { ok: false, reason: 'A widget is a JSON object.' };
  if (jsonEqual(written, placed.state as Json)) return { ok: true, definition };
  const state = written as State;
  if (id === rootWidgetId(definition) && state.type !== 'trigger') {
    return { ok: false, reason: 'The flow begins at this widget: its type stays trigger.' };
  }
  const lost = findDanglingNext(definition, placed.state, state);
  if (lost !== null) return { ok: false, reason: `No widget is called ${lost}.` };
  const old = placed.state.name;
  if (state.name === old) return { ok: true, definition: withState(definition, placed.index, state) };
  if (typeof state.name !== 'string') return { ok: false, reason: 'A widget needs a name.' };
  // Under its old name first, so that what it says about itself follows the rename too.
  const { name, ...others } = state;
  const kept = old === undefined ? others : { ...state, name: old };
  return renameWidget(withState(definition, placed.index, kept), id, name);
}

/** The first name that `after` leads to although no widget has it and `before` did not lead there. */
function findDanglingNext(definition: FlowDefinition, before: State, after: State): string | null {
  const names = new Set(definition.states.map((each) => each.name));
  if (after.name !== undefined) names.add(after.name);
  const known = new Set(transitionsOf(before).map((each) => each.next));
  for (const { next } of transitionsOf(after)) {
    if (typeof next === 'string' && next !== '' && !names.has(next) && !known.has(next)) return next;
  }
  return null;
}
