/** What a definition does, apart from how it is drawn, described and named. */

import { layoutKey } from '../canonical/canonical.ts';
import { matchWidgets } from '../change/match-widgets.ts';
import { renameWidgets } from '../change/rename-widgets.ts';
import { type FlowDefinition, propertiesOf, type State, transitionsOf } from '../definition.ts';
import type { Json } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';

/**
 * True when both definitions do the same for every contact. Widget names count: rename one side's widgets first. Names
 * must be unique.
 */
export function hasSameBehaviour(a: FlowDefinition, b: FlowDefinition): boolean {
  if (!jsonEqual(flowBehaviour(a), flowBehaviour(b)) || a.states.length !== b.states.length) return false;
  const others = new Map(b.states.map((state) => [state.name, state]));
  return a.states.every((state) => {
    const other = others.get(state.name);
    return other !== undefined && behavesSame(state, other);
  });
}

/**
 * The widgets of `before`, by their names there, that behave differently in `after` or are not in it. A widget whose
 * connection leads elsewhere is altered; one that only moved, or follows the rename of another, is not.
 * Grows: n in widgets.
 */
export function alteredWidgets(
  before: FlowDefinition,
  after: FlowDefinition,
): Map<string, 'removed' | 'altered'> {
  const renames = matchWidgets(before, after);
  const renamed = renameWidgets(before, renames);
  const later = new Map(after.states.map((state) => [state.name, state]));
  return new Map(
    renamed.states.flatMap((state, index): [string, 'removed' | 'altered'][] => {
      const name = before.states[index]?.name ?? '';
      const now = later.get(state.name);
      if (now === undefined) return [[name, 'removed']];
      return behavesSame(state, now) ? [] : [[name, 'altered']];
    }),
  );
}

function flowBehaviour({ flags, initial_state }: FlowDefinition): Json {
  return { flags: flags ?? null, initial_state: initial_state ?? null };
}

function behavesSame(a: State, b: State): boolean {
  return jsonEqual(a, b) || jsonEqual(stateBehaviour(a), stateBehaviour(b));
}

/**
 * Without the position; the branches in their order with what they test, but not what they are called; of all other
 * events those that are connected, in the order of their names.
 */
function stateBehaviour(state: State): Json {
  const { [layoutKey]: _, ...properties } = propertiesOf(state);
  const { name = '', type = '', transitions: __, properties: ___, ...rest } = state;
  const branches: Json[] = [];
  const others: [string, Json][] = [];
  for (const transition of transitionsOf(state)) {
    const { event, next, conditions, ...unknown } = transition;
    const target = { ...unknown, event, next: next ? next : null };
    if (conditions !== undefined) branches.push({ ...target, conditions: conditionsBehaviour(conditions) });
    else if (target.next !== null || Object.keys(unknown).length > 0) others.push([event, target]);
  }
  others.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    ...(rest as { [key: string]: Json }),
    name,
    type,
    properties,
    branches,
    transitions: others.map(([, target]) => target),
  };
}

function conditionsBehaviour(conditions: unknown): Json {
  if (!Array.isArray(conditions)) return conditions as Json;
  return conditions.map((condition: Json) => {
    if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) return condition;
    const { friendly_name: _, ...tested } = condition;
    return tested;
  });
}
