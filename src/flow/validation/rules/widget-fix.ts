/** What quick fixes share: the state that a finding is about, and replacing part of it. */

import { type FlowDefinition, propertiesOf, type State, type Transition } from '../../definition.ts';
import { widgetIds } from '../../graph.ts';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';

/** The state that the path of a finding leads into, with its index and id; null where it leads into none. */
export function stateAt(
  definition: FlowDefinition,
  path: readonly string[],
): { state: State; index: number; id: string } | null {
  const index = path[0] === 'states' ? Number(path[1]) : -1;
  const state = definition.states[index];
  return isObject(state) ? { state, index, id: widgetIds(definition)[index] ?? '' } : null;
}

/** The definition with the state at `index` replaced. */
export function replaceStateAt(definition: FlowDefinition, index: number, state: State): FlowDefinition {
  return { ...definition, states: definition.states.map((each, at) => (at === index ? state : each)) };
}

/** The definition with a property of the state set. */
export function setPropertyAt(
  definition: FlowDefinition,
  index: number,
  property: string,
  value: Json,
): FlowDefinition {
  const state = definition.states[index];
  if (state === undefined) return definition;
  return replaceStateAt(definition, index, {
    ...state,
    properties: { ...propertiesOf(state), [property]: value },
  });
}

/** The definition with one transition of the state replaced, or removed where `change` gives null. */
export function changeTransitionAt(
  definition: FlowDefinition,
  index: number,
  transition: number,
  change: (transition: Transition) => Transition | null,
): FlowDefinition {
  const state = definition.states[index];
  if (state === undefined || !Array.isArray(state.transitions)) return definition;
  const transitions = state.transitions.flatMap((each, at) =>
    at === transition && isObject(each) ? (change(each) ?? []) : [each],
  );
  return replaceStateAt(definition, index, { ...state, transitions });
}

/** The value at `path`; undefined where nothing is. */
export function valueAt(root: Json, path: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
}

/** The definition with the value at `path` replaced, or its key removed where `value` is undefined. */
export function replaceAt(
  definition: FlowDefinition,
  path: readonly string[],
  value: Json | undefined,
): FlowDefinition {
  return replaced(definition as unknown as JsonObject, path, value) as unknown as FlowDefinition;
}

function replaced(root: Json, [key, ...rest]: readonly string[], value: Json | undefined): Json {
  if (key === undefined) return value ?? null;
  if (Array.isArray(root))
    return root.flatMap((item, at) => {
      if (String(at) !== key) return [item];
      return rest.length === 0 && value === undefined ? [] : [replaced(item, rest, value)];
    });
  if (!isObject(root)) return root;
  const { [key]: before, ...others } = root;
  if (rest.length === 0 && value === undefined) return others;
  return { ...root, [key]: replaced(before ?? null, rest, value) };
}
