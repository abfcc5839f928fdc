/** Renames several widgets at once, so that names may also be exchanged. */

import type { FlowDefinition, State, Transition } from '../definition.ts';
import { mapStates, mapTransitions } from '../edit/definition-access.ts';
import { renameInAnnotations } from '../edit/rename-mentions.ts';
import { mapStrings, renameInTemplate, renameReferences } from '../edit/rename-references.ts';
import { isObject, type Json } from '../json/json.ts';

/**
 * The definition with widgets renamed by `names`, old to new, and with them every `next`, the initial state and every
 * reference in a template or note. Unlike the edit command it takes any name: files may hold names that the page refuses.
 * Grows: n in widgets.
 */
export function renameWidgets(
  definition: FlowDefinition,
  names: ReadonlyMap<string, string>,
): FlowDefinition {
  if (names.size === 0) return definition;
  const renamed = mapStates(renameInAnnotations(definition, names), (state) => {
    const followed = followRenames(state, names);
    const name = names.get(state.name ?? '');
    return name === undefined ? followed : { ...followed, name };
  });
  const start = names.get(definition.initial_state);
  return start === undefined ? renamed : { ...renamed, initial_state: start };
}

/** The state with renamed widgets followed in its connections and templates; its own name stays. */
export function followRenames(state: State, names: ReadonlyMap<string, string>): State {
  // References first: what a state mentions is known of the state as it is given.
  return mapTransitions(renameReferences(state, names), (each) => {
    const next = names.get(each.next ?? '');
    return next === undefined ? each : { ...each, next };
  });
}

/** What a value of a state is: renames are followed in each in another way. */
export type StatePart = 'transitions' | 'connection' | 'text' | 'other';

/** The same for one value of a state: what its list of transitions, a connection, or a property or condition holds. */
export function followRenamesIn(value: Json, names: ReadonlyMap<string, string>, part: StatePart): Json {
  if (names.size === 0 || part === 'other') return value;
  if (part === 'text') return mapStrings(value, (text) => renameInTemplate(text, names));
  const transitions = (part === 'connection' ? [value] : value) as Transition[];
  const followed = followRenames({ transitions }, names).transitions as Json[];
  return part === 'connection' ? (followed[0] as Json) : followed;
}

/** The same for any value of an operation: names in all templates and, where it is a widget or a transition, in `next`. */
export function followRenamesInValue(value: Json, names: ReadonlyMap<string, string>): Json {
  if (names.size === 0) return value;
  return renameNext(
    mapStrings(value, (text) => renameInTemplate(text, names)),
    names,
  );
}

function renameNext(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => renameNext(item, names));
  if (!isObject(value)) return value;
  if (typeof value.event === 'string' && typeof value.next === 'string')
    return { ...value, next: names.get(value.next) ?? value.next };
  const transitions = value.transitions;
  return Array.isArray(transitions) ? { ...value, transitions: renameNext(transitions, names) } : value;
}
