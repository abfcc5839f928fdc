/** Find widgets and outlets in a definition, and replace states without mutation: the base of all edit commands. */

import type { FlowDefinition, State, Transition } from '../definition.ts';
import { type Outlet, outletsOf, widgetIds } from '../graph.ts';
import { mapPreservingIdentity } from '../json/map-preserving-identity.ts';

/** The result of an edit that can be rejected; `reason` is a sentence for the user. */
export type EditResult = { ok: true; definition: FlowDefinition } | { ok: false; reason: string };

/** An outlet by the id of its widget and its own key, as `graph.ts` gives them. */
export type OutletRef = { widget: string; outlet: string };

/** A state and its index in `states`. */
export type StateLocation = { index: number; state: State };

/** The widget with that id, or null. Grows: n in widgets. */
export function findWidget(definition: FlowDefinition, id: string): StateLocation | null {
  const index = widgetIds(definition).indexOf(id);
  const state = definition.states[index];
  return state === undefined ? null : { index, state };
}

/** The outlet that `ref` means, with its widget; null when one of them does not exist. Grows: n in widgets. */
export function findOutlet(
  definition: FlowDefinition,
  ref: OutletRef,
): (StateLocation & { outlet: Outlet }) | null {
  const location = findWidget(definition, ref.widget);
  if (location === null) return null;
  const outlet = outletsOf(location.state).find((each) => each.key === ref.outlet);
  return outlet === undefined ? null : { ...location, outlet };
}

/** The definition with `change` applied to each state; the same definition when no state changed. */
export function mapStates(
  definition: FlowDefinition,
  change: (state: State, index: number) => State,
): FlowDefinition {
  const states = mapPreservingIdentity(definition.states, change);
  return states === definition.states ? definition : { ...definition, states };
}

/** The definition with the state at `index` replaced; the same definition when it is the same state. */
export function withState(definition: FlowDefinition, index: number, state: State): FlowDefinition {
  return mapStates(definition, (each, at) => (at === index ? state : each));
}

/** `change` applied to each transition that can be read as one; malformed entries stay, unchanged lists keep their identity. */
export function mapTransitions(
  state: State,
  change: (transition: Transition, readable: number) => Transition,
): State {
  if (!Array.isArray(state.transitions)) return state;
  let readable = -1;
  const transitions = mapPreservingIdentity(state.transitions, (each) => {
    if (!isReadable(each)) return each;
    readable += 1;
    return change(each, readable);
  });
  return transitions === state.transitions ? state : { ...state, transitions };
}

/**
 * The name by which a `next` refers to the widget; null when none can: it has no name, or an earlier widget has
 * the same.
 */
export function targetName(definition: FlowDefinition, id: string): string | null {
  const location = findWidget(definition, id);
  if (location === null || typeof location.state.name !== 'string' || location.state.name === '') return null;
  const first = definition.states.findIndex((each) => each.name === location.state.name);
  return first === location.index ? location.state.name : null;
}

/** The same of all widgets that have one, by id. */
export function targetNames(definition: FlowDefinition): Map<string, string> {
  const ids = widgetIds(definition);
  const seen = new Set<string>();
  const names = new Map<string, string>();
  definition.states.forEach(({ name }, index) => {
    if (typeof name !== 'string' || name === '' || seen.has(name)) return;
    seen.add(name);
    names.set(ids[index] ?? '', name);
  });
  return names;
}

/** The id of the widget at which executions start: the initial state when it is a trigger, else the first trigger. */
export function rootWidgetId(definition: FlowDefinition): string | null {
  const ids = widgetIds(definition);
  const named = definition.states.findIndex(
    (each) => each.type === 'trigger' && each.name === definition.initial_state,
  );
  const index = named === -1 ? definition.states.findIndex((each) => each.type === 'trigger') : named;
  return ids[index] ?? null;
}

/** The transition without its `next`; the same object when it has none. */
export function withoutNext(transition: Transition): Transition {
  if (transition.next === undefined || transition.next === null || transition.next === '') return transition;
  const { next: _, ...rest } = transition;
  return rest;
}

function isReadable(value: unknown): value is Transition {
  return typeof value === 'object' && value !== null;
}
