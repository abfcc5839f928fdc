/**
 * The branches of a split: its `match` transitions, each with conditions that must all hold.
 * A branch is named by the key of its outlet; keys count from the first branch, so adding, removing and
 * moving give later branches other keys.
 */

import {
  type Condition,
  type FlowDefinition,
  propertiesOf,
  type State,
  type Transition,
  transitionsOf,
} from '../definition.ts';
import { outletsOf } from '../graph.ts';
import { isObject, type Json, textOf } from '../json/json.ts';
import { jsonEqual } from '../json/json-equal.ts';
import { widgetType } from '../widgets/widget-types.ts';
import { findOutlet, findWidget, mapTransitions, withState } from './definition-access.ts';

const branchEvent = 'match';

/** A condition on what the split looks at, as a new branch begins. */
export function newCondition(state: State, type = 'equal_to', value = ''): Condition {
  return {
    friendly_name: conditionName(type, value),
    arguments: [textOf(propertiesOf(state).input)],
    type,
    value,
  };
}

/** The `friendly_name` of a condition: `If value equal_to yes`. */
export function conditionName(type: string, value: string): string {
  return `If value ${type} ${value}`.trim();
}

/**
 * Adds a branch after the others; `outlet` is its key, null for a widget that has no branches. Conditions left
 * out: one that equals nothing yet.
 */
export function addBranch(
  definition: FlowDefinition,
  id: string,
  conditions?: Condition[],
): { definition: FlowDefinition; outlet: string | null } {
  const placed = findWidget(definition, id);
  if (placed === null || widgetType(placed.state.type)?.repeats !== branchEvent) {
    return { definition, outlet: null };
  }
  const { state, index } = placed;
  const transitions = Array.isArray(state.transitions) ? state.transitions : [];
  const branch: Transition = { event: branchEvent, conditions: conditions ?? [newCondition(state)] };
  const changed = withState(definition, index, { ...state, transitions: [...transitions, branch] });
  const count = transitionsOf(state).filter((each) => each.event === branchEvent).length + 1;
  return { definition: changed, outlet: count === 1 ? branchEvent : `${branchEvent}~${count}` };
}

/** Removes a branch with its cord. Outlets that are no branch stay. */
export function removeBranch(definition: FlowDefinition, id: string, outlet: string): FlowDefinition {
  const found = findOutlet(definition, { widget: id, outlet });
  if (found === null || found.outlet.event !== branchEvent) return definition;
  const gone = transitionsOf(found.state)[found.outlet.transition ?? -1];
  const transitions = (found.state.transitions ?? []).filter((each) => each !== gone);
  return gone === undefined
    ? definition
    : withState(definition, found.index, { ...found.state, transitions });
}

/**
 * Moves a branch so that it is the `to`-th of the branches, from 0. The first that matches wins, so the
 * order is behaviour. Other transitions keep their places in the list.
 */
export function moveBranch(
  definition: FlowDefinition,
  id: string,
  outlet: string,
  to: number,
): FlowDefinition {
  const placed = findWidget(definition, id);
  if (placed === null) return definition;
  const keys = outletsOf(placed.state).filter(
    (each) => each.event === branchEvent && each.transition !== null,
  );
  const from = keys.findIndex((each) => each.key === outlet);
  const target = Math.max(0, Math.min(to, keys.length - 1));
  if (from === -1 || from === target) return definition;
  const branches = transitionsOf(placed.state).filter((each) => each.event === branchEvent);
  const [moved] = branches.splice(from, 1);
  if (moved === undefined) return definition;
  branches.splice(target, 0, moved);
  let next = 0;
  const state = mapTransitions(placed.state, (each) => {
    if (each.event !== branchEvent) return each;
    next += 1;
    return branches[next - 1] ?? each;
  });
  return withState(definition, placed.index, state);
}

/** Replaces all conditions of a branch. */
export function setConditions(
  definition: FlowDefinition,
  id: string,
  outlet: string,
  conditions: Condition[],
): FlowDefinition {
  const found = findOutlet(definition, { widget: id, outlet });
  if (found === null || found.outlet.event !== branchEvent) return definition;
  const state = mapTransitions(found.state, (each, index) => {
    if (index !== found.outlet.transition) return each;
    return jsonEqual((each.conditions ?? null) as Json, conditions) ? each : { ...each, conditions };
  });
  return withState(definition, found.index, state);
}

/**
 * Changes one condition of a branch, counted from 0; unknown keys of it stay. The name that was made from
 * its type and value is made again, one that a person gave stays.
 */
export function setCondition(
  definition: FlowDefinition,
  id: string,
  outlet: string,
  nth: number,
  change: Partial<Condition>,
): FlowDefinition {
  const found = findOutlet(definition, { widget: id, outlet });
  const old = transitionsOf(found?.state ?? {})[found?.outlet.transition ?? -1]?.conditions;
  const before = Array.isArray(old) ? old[nth] : undefined;
  if (!Array.isArray(old) || !isObject(before)) return definition;
  const after = { ...before, ...change };
  const named =
    change.friendly_name === undefined && before.friendly_name === conditionName(before.type, before.value);
  if (named) after.friendly_name = conditionName(after.type, after.value);
  return setConditions(
    definition,
    id,
    outlet,
    old.map((each, index) => (index === nth ? after : each)),
  );
}

/** The split with every condition that compared its old input comparing the new one. */
export function updateConditionInput(state: State, before: Json | undefined, after: Json | undefined): State {
  if (typeof before !== 'string' || typeof after !== 'string') return state;
  return mapTransitions(state, (transition) => {
    if (!Array.isArray(transition.conditions)) return transition;
    const conditions = transition.conditions.map((condition) => {
      const first = Array.isArray(condition?.arguments) ? condition.arguments[0] : undefined;
      return first === before
        ? { ...condition, arguments: [after, ...condition.arguments.slice(1)] }
        : condition;
    });
    return { ...transition, conditions };
  });
}
