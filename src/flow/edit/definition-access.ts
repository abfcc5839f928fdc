/** Finding a widget in a definition and putting a changed one in its place: what every edit stands on. */

import type { FlowDefinition, State, Transition } from '../definition.ts';
import { type Outlet, outletsOf, widgetIds } from '../graph.ts';

/** The outcome of an edit that can be refused; `reason` is a sentence for the person. */
export type EditResult = { ok: true; definition: FlowDefinition } | { ok: false; reason: string };

/** An outlet by the id of its widget and its own key, as `graph.ts` gives them. */
export type OutletRef = { widget: string; outlet: string };

/** A widget with its place in `states`. */
export type StateLocation = { index: number; state: State };

/** The widget with that id, or null. */
export function findWidget(definition: FlowDefinition, id: string): StateLocation | null {
  const index = widgetIds(definition).indexOf(id);
  const state = definition.states[index];
  return state === undefined ? null : { index, state };
}

/** The outlet that `ref` means, with its widget; null when one of them does not exist. */
export function findOutlet(
  definition: FlowDefinition,
  ref: OutletRef,
): (StateLocation & { outlet: Outlet }) | null {
  const placed = findWidget(definition, ref.widget);
  if (placed === null) return null;
  const outlet = outletsOf(placed.state).find((each) => each.key === ref.outlet);
  return outlet === undefined ? null : { ...placed, outlet };
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

/** `change` applied to each transition that can be read as one; broken entries stay, unchanged lists keep their identity. */
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

/** A map that gives the same array back when every item stayed the same. */
export function mapPreservingIdentity<Item>(
  items: Item[],
  change: (item: Item, index: number) => Item,
): Item[] {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}

/**
 * The name by which a `next` finds the widget, null when none does: it has no name, or another widget
 * before it has the same.
 */
export function targetName(definition: FlowDefinition, id: string): string | null {
  const placed = findWidget(definition, id);
  if (placed === null || typeof placed.state.name !== 'string' || placed.state.name === '') return null;
  const first = definition.states.findIndex((each) => each.name === placed.state.name);
  return first === placed.index ? placed.state.name : null;
}

/** The id of the widget where executions begin: the initial state when it is a trigger, else the first trigger. */
export function rootWidgetId(definition: FlowDefinition): string | null {
  const ids = widgetIds(definition);
  const named = definition.states.findIndex(
    (each) => each.type === 'trigger' && each.name === definition.initial_state,
  );
  const index = named === -1 ? definition.states.findIndex((each) => each.type === 'trigger') : named;
  return ids[index] ?? null;
}

/** The transition without its `next`; itself when it leads nowhere. */
export function withoutNext(transition: Transition): Transition {
  if (transition.next === undefined || transition.next === null || transition.next === '') return transition;
  const { next: _, ...rest } = transition;
  return rest;
}

function isReadable(value: unknown): value is Transition {
  return typeof value === 'object' && value !== null;
}
