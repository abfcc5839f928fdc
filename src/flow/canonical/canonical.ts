/**
 * The canonical form of a definition: one text for all definitions that differ only in the order of their keys and
 * states. Diffs are applied to it, files in version control are kept in it.
 */

import type { FlowDefinition, State } from '../definition.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { mapPreservingIdentity } from '../json/map-preserving-identity.ts';

/** Keys of a definition that hold notes, groups and other things that only people read. They come last. */
export const annotationKeys: readonly string[] = ['notes', 'groups', 'ui'];

/** The key of `properties` that holds the position of a widget. It comes last. */
export const layoutKey = 'offset';

/**
 * Keys sorted, states by name (those of one name in their order), transitions and conditions in their order, no `next`
 * where nothing is connected, layout and notes last. Everything else stays as it is, also what is malformed. `except` are
 * states that only find their place: their content is not read.
 * Grows: n in widgets.
 */
export function canonicalDefinition(
  definition: FlowDefinition,
  except: ReadonlySet<State> = new Set(),
): FlowDefinition {
  const { states, ...rest } = definition;
  const whole: JsonObject = {};
  for (const [key, value] of Object.entries(rest)) whole[key] = canonicalJson(value);
  if (states !== undefined)
    whole.states = Array.isArray(states)
      ? states.map((state) => (except.has(state as State) ? state : canonicalState(state))).sort(byName)
      : states;
  return sortedKeys(whole, annotationKeys) as FlowDefinition;
}

/** The canonical form as JSON text: two spaces, one newline at the end. Grows: n in widgets and properties. */
export function canonicalText(definition: FlowDefinition): string {
  return `${JSON.stringify(canonicalDefinition(definition), null, 2)}\n`;
}

/** One state in canonical form; what is no object stays as it is. Grows: n in transitions. */
export function canonicalState(state: Json): Json {
  return isObject(state) ? canonicalObject(state, canonicalStateValue) : state;
}

function canonicalStateValue(value: Json, key: string): Json {
  const sorted = canonicalJson(value);
  if (key === 'properties') return isObject(sorted) ? sortedKeys(sorted, [layoutKey]) : sorted;
  if (key === 'transitions')
    return Array.isArray(sorted) ? mapPreservingIdentity(sorted, withoutEmptyNext) : sorted;
  return sorted;
}

/**
 * The value with the keys of all objects in it sorted by code unit; the same value where they are sorted already.
 * Grows: n in values.
 */
export function canonicalJson(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? mapPreservingIdentity(value, canonicalJson)
    : canonicalObject(value, canonicalJson);
}

/**
 * A text that values have in common only when they are deeply equal. Linear in the size of the value, apart from sorting
 * keys that are not sorted.
 */
export function jsonKey(value: Json): string {
  return JSON.stringify(canonicalJson(value));
}

/** The object with sorted keys and changed lists and objects; the same object where neither changes anything. */
function canonicalObject(object: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  const keys = Object.keys(object);
  let sorted: JsonObject | null = null;
  if (!areSorted(keys)) {
    keys.sort();
    sorted = {};
  }
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const value = object[key];
    if (value === undefined) continue;
    const canonical = typeof value === 'object' && value !== null ? change(value, key) : value;
    if (sorted === null && canonical !== value) {
      sorted = {};
      for (const before of keys.slice(0, at)) sorted[before] = object[before] ?? null;
    }
    if (sorted !== null) sorted[key] = canonical;
  }
  return sorted ?? object;
}

function areSorted(keys: readonly string[]): boolean {
  for (let at = 1; at < keys.length; at += 1) if ((keys[at - 1] ?? '') > (keys[at] ?? '')) return false;
  return true;
}

function withoutEmptyNext(transition: Json): Json {
  if (!isObject(transition) || !('next' in transition)) return transition;
  const { next, ...rest } = transition;
  return next === undefined || next === null || next === '' ? rest : transition;
}

/** The object with its own keys in order; those of `last` come after all others. */
function sortedKeys(object: JsonObject, last: readonly string[]): JsonObject {
  const keys = Object.keys(object);
  const others = keys.filter((key) => !last.includes(key));
  if (!areSorted(others)) others.sort();
  const inOrder = [...others, ...last.filter((key) => Object.hasOwn(object, key))];
  if (inOrder.every((key, index) => key === keys[index])) return object;
  const sorted: JsonObject = {};
  for (const key of inOrder) sorted[key] = object[key] ?? null;
  return sorted;
}

function byName(a: Json, b: Json): number {
  return compare(nameOf(a), nameOf(b));
}

function nameOf(state: Json): string {
  return isObject(state) && typeof state.name === 'string' ? state.name : '';
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
