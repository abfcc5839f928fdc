/**
 * Edit commands for the branches of a split: its `match` transitions, each with conditions that must all hold.
 * A branch is identified by the key of its outlet; keys are numbered by position, so adding, removing and moving
 * change the keys of later branches.
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

/** The initial condition of a new branch: a comparison with the input of the split. */
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
 * Adds a branch after the others; `outlet` is its key, null for a widget that has no branches. `conditions`
 * defaults to one that equals the empty text.
 * Grows: n in transitions.
 */
export function addBranch(
  definition: FlowDefinition,
  id: string,
  conditions?: Condition[],
): { definition: FlowDefinition; outlet: string | null } {
  const location = findWidget(definition, id);
  if (location === null || widgetType(location.state.type)?.repeats !== branchEvent) {
    return { definition, outlet: null };
  }
  const { state, index } = location;
  const transitions = Array.isArray(state.transitions) ? state.transitions : [];
  const branch: Transition = { event: branchEvent, conditions: conditions ?? [newCondition(state)] };
  const changed = withState(definition, index, { ...state, transitions: [...transitions, branch] });
  const count = transitionsOf(state).filter((each) => each.event === branchEvent).length + 1;
  return { definition: changed, outlet: count === 1 ? branchEvent : `${branchEvent}~${count}` };
}

/** Removes a branch and its cord. Other outlets are left alone. Grows: n in transitions. */
export function removeBranch(definition: FlowDefinition, id: string, outlet: string): FlowDefinition {
  const found = findOutlet(definition, { widget: id, outlet });
  if (found === null || found.outlet.event !== branchEvent) return definition;
  const removed = transitionsOf(found.state)[found.outlet.transition ?? -1];
  const transitions = (found.state.transitions ?? []).filter((each) => each !== removed);
  return removed === undefined
    ? definition
    : withState(definition, found.index, { ...found.state, transitions });
}

/**
 * Moves a branch to position `to` among the branches, from 0. The first match wins, so the order is behaviour.
 * Other transitions keep their positions.
 * Grows: n in transitions.
 */
export function moveBranch(
  definition: FlowDefinition,
  id: string,
  outlet: string,
  to: number,
): FlowDefinition {
  const location = findWidget(definition, id);
  if (location === null) return definition;
  const keys = outletsOf(location.state).filter(
    (each) => each.event === branchEvent && each.transition !== null,
  );
  const from = keys.findIndex((each) => each.key === outlet);
  const target = Math.max(0, Math.min(to, keys.length - 1));
  if (from === -1 || from === target) return definition;
  const branches = transitionsOf(location.state).filter((each) => each.event === branchEvent);
  const [moved] = branches.splice(from, 1);
  if (moved === undefined) return definition;
  branches.splice(target, 0, moved);
  let next = 0;
  const state = mapTransitions(location.state, (each) => {
    if (each.event !== branchEvent) return each;
    next += 1;
    return branches[next - 1] ?? each;
  });
  return withState(definition, location.index, state);
}

/** Replaces all conditions of a branch. Grows: n in transitions. */
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
    return jsonEqual(each.conditions ?? null, conditions) ? each : { ...each, conditions };
  });
  return withState(definition, found.index, state);
}

/**
 * Changes condition `nth` (from 0) of a branch; its unknown keys are preserved. A generated name is regenerated
 * from type and value, a name that a person gave is kept.
 * Grows: n in transitions.
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
  const isGeneratedName =
    change.friendly_name === undefined && before.friendly_name === conditionName(before.type, before.value);
  if (isGeneratedName) after.friendly_name = conditionName(after.type, after.value);
  return setConditions(
    definition,
    id,
    outlet,
    old.map((each, index) => (index === nth ? after : each)),
  );
}

/** The split with the new input in every condition that compared the old one. */
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
