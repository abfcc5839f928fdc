/** Renames several widgets at once, so that names may also be exchanged. */

import type { FlowDefinition, State } from '../definition.ts';
import { mapStates, mapTransitions } from '../edit/definition-access.ts';
import { renameInAnnotations } from '../edit/rename-mentions.ts';
import { renameReferences } from '../edit/rename-references.ts';
import { isObject, type Json } from '../json/json.ts';
import type { Change } from './change.ts';

/**
 * The definition with widgets renamed by `names`, old to new, and with them every `next`, the initial state and every
 * reference in a template or note. Unlike the edit command it takes any name: files may hold names that the page refuses.
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

/** The renames among changes, old names to new ones. */
export function renamesOf(changes: readonly Change[]): Map<string, string> {
  return new Map(
    changes.flatMap(({ kind, was, widget }) =>
      kind === 'widget-renamed' && was !== undefined && widget !== undefined ? [[was, widget]] : [],
    ),
  );
}

/** The state with renamed widgets followed in its connections and templates; its own name stays. */
export function followRenames(state: State, names: ReadonlyMap<string, string>): State {
  const connected = mapTransitions(state, (each) => {
    const next = names.get(each.next ?? '');
    return next === undefined ? each : { ...each, next };
  });
  return renameReferences(connected, names);
}

/** The same for one value of a state: a property, a condition, a connection, a list of transitions. */
export function followRenamesIn(value: Json, names: ReadonlyMap<string, string>): Json {
  if (names.size === 0) return value;
  const isTransitions = Array.isArray(value) && value.some(isTransition);
  if (!isTransitions && !isTransition(value))
    return renameReferences({ properties: { value } }, names).properties?.value ?? null;
  const { transitions } = followRenames(
    { transitions: [value].flat() as State['transitions'] & object },
    names,
  );
  return (isTransitions ? transitions : transitions?.[0]) as unknown as Json;
}

function isTransition(value: Json): boolean {
  return isObject(value) && typeof value.event === 'string';
}
