/**
 * The canonical form of a definition: one text for all definitions that differ only in the order of their keys and
 * states. Diffs are applied to it, files in version control are kept in it.
 */

import type { FlowDefinition } from '../definition.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';

/** Keys of a definition that hold notes, groups and other things that only people read. They come last. */
export const annotationKeys: readonly string[] = ['notes', 'groups', 'ui'];

/** The key of `properties` that holds the position of a widget. It comes last. */
export const layoutKey = 'offset';

/**
 * Keys sorted, states by name (those of one name in their order), transitions and conditions in their order, no `next`
 * where nothing is connected, layout and notes last. Everything else stays as it is, also what is malformed.
 */
export function canonicalDefinition(definition: FlowDefinition): FlowDefinition {
  const { states, ...rest } = definition as unknown as JsonObject;
  const whole: JsonObject = {};
  for (const [key, value] of Object.entries(rest)) whole[key] = canonicalJson(value);
  if (states !== undefined)
    whole.states = Array.isArray(states) ? states.map(canonicalState).sort(byName) : states;
  return sortedKeys(whole, annotationKeys) as unknown as FlowDefinition;
}

/** The canonical form as JSON text: two spaces, one newline at the end. */
export function canonicalText(definition: FlowDefinition): string {
  return `${JSON.stringify(canonicalDefinition(definition), null, 2)}\n`;
}

/** One state in canonical form; what is no object stays as it is. */
export function canonicalState(state: Json): Json {
  if (!isObject(state)) return state;
  const { properties, transitions, ...rest } = state;
  const whole = canonicalJson(rest) as JsonObject;
  if (properties !== undefined) {
    const sorted = canonicalJson(properties);
    whole.properties = isObject(sorted) ? sortedKeys(sorted, [layoutKey]) : sorted;
  }
  if (transitions !== undefined) {
    const sorted = canonicalJson(transitions);
    whole.transitions = Array.isArray(sorted) ? sorted.map(withoutEmptyNext) : sorted;
  }
  return sortedKeys(whole, []);
}

/** The value with the keys of all objects in it sorted by code unit; the same value where they are sorted already. */
export function canonicalJson(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(canonicalJson);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const keys = Object.keys(value);
  let isSame = true;
  for (let at = 1; at < keys.length; at += 1) if ((keys[at - 1] ?? '') > (keys[at] ?? '')) isSame = false;
  if (!isSame) keys.sort();
  const sorted: JsonObject = {};
  for (const key of keys) {
    const item = value[key] ?? null;
    const canonical = canonicalJson(item);
    if (canonical !== item) isSame = false;
    sorted[key] = canonical;
  }
  return isSame ? value : sorted;
}

function withoutEmptyNext(transition: Json): Json {
  if (!isObject(transition)) return transition;
  const { next, ...rest } = transition;
  if (!('next' in transition)) return transition;
  return next === undefined || next === null || next === '' ? rest : transition;
}

/** The object with its own keys in order; those of `last` come after all others. */
function sortedKeys(object: JsonObject, last: readonly string[]): JsonObject {
  const keys = Object.keys(object);
  const inOrder = [
    ...keys.filter((key) => !last.includes(key)).sort(),
    ...last.filter((key) => Object.hasOwn(object, key)),
  ];
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
