/** What quick fixes share: the state that a finding is about, and replacing part of it. */

import type { FlowDefinition, State } from '../../definition.ts';
import { widgetIds } from '../../graph.ts';
import { isObject, type Json } from '../../json/json.ts';

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

/** The definition with the value at `path` replaced, or its key removed where `value` is undefined. */
export function replaceAt(
  definition: FlowDefinition,
  path: readonly string[],
  value: Json | undefined,
): FlowDefinition {
  return replaced(definition, path, value) as FlowDefinition;
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
