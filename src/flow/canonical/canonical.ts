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
  const whole = mapValues(rest, canonicalJson);
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
  const whole = mapValues(state, canonicalJson);
  if (isObject(whole.properties)) whole.properties = sortedKeys(whole.properties, [layoutKey]);
  if (Array.isArray(whole.transitions)) whole.transitions = whole.transitions.map(withoutEmptyNext);
  return sortedKeys(whole, []);
}

/** The value with the keys of all objects in it sorted by code unit. */
export function canonicalJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(canonicalJson);
  return isObject(value) ? sortedKeys(mapValues(value, canonicalJson), []) : value;
}

function withoutEmptyNext(transition: Json): Json {
  if (!isObject(transition)) return transition;
  const { next, ...rest } = transition;
  return next === undefined || next === null || next === '' ? rest : transition;
}

function mapValues(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** The same object with its own keys in order; those of `last` come after all others. */
function sortedKeys(object: JsonObject, last: readonly string[]): JsonObject {
  const keys = Object.keys(object).sort((a, b) => last.indexOf(a) - last.indexOf(b) || compare(a, b));
  return Object.fromEntries(keys.map((key) => [key, object[key] ?? null]));
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
