/** Compiles a definition for execution. Cached per definition object, which must not be mutated. */

import {
  type FlowDefinition,
  propertiesOf,
  type State,
  type Transition,
  transitionsOf,
} from '#flow/definition.ts';
import type { JsonObject } from '#flow/json/json.ts';
import { canonicalType, widgetType } from '#flow/widgets/widget-types.ts';
import type { Behaviour } from './behaviour.ts';
import { behaviourOf } from './behaviours.ts';

/** `type` is as in the definition; `events` are those of the type and those of the state's transitions. */
export type CompiledWidget = {
  name: string;
  type: string;
  state: State;
  properties: JsonObject;
  behaviour: Behaviour | null;
  events: ReadonlySet<string>;
  transitions: readonly Transition[];
  /** Event → its first transition. */
  first: ReadonlyMap<string, Transition>;
};

export type CompiledFlow = {
  initial: CompiledWidget | undefined;
  widgets: ReadonlyMap<string, CompiledWidget>;
};

const compiledFlows = new WeakMap<FlowDefinition, CompiledFlow>();

/** The compiled form of `definition`. Of widgets with the same name the first wins. */
export function compileFlow(definition: FlowDefinition): CompiledFlow {
  const cached = compiledFlows.get(definition);
  if (cached !== undefined) return cached;
  const widgets = new Map<string, CompiledWidget>();
  for (const state of Array.isArray(definition.states) ? definition.states : []) {
    const name = nameOf(state, definition);
    if (name !== null && !widgets.has(name)) widgets.set(name, compileWidget(name, state));
  }
  const flow = { initial: widgets.get(definition.initial_state), widgets };
  compiledFlows.set(definition, flow);
  return flow;
}

/** By the schema a trigger may omit its name; then it is the initial state's. */
function nameOf(state: State | null, definition: FlowDefinition): string | null {
  if (typeof state?.name === 'string') return state.name;
  return state?.type === 'trigger' ? definition.initial_state : null;
}

function compileWidget(name: string, state: State): CompiledWidget {
  const first = new Map<string, Transition>();
  for (const transition of transitionsOf(state)) {
    if (!first.has(transition.event)) first.set(transition.event, transition);
  }
  const type = canonicalType(state.type);
  const known = widgetType(state.type)?.events.map((event) => event.name) ?? [];
  return {
    name,
    type: typeof state.type === 'string' ? state.type : '',
    state,
    properties: propertiesOf(state),
    behaviour: behaviourOf(type),
    events: new Set([...known, ...first.keys()]),
    transitions: Array.isArray(state.transitions) ? state.transitions : [],
    first,
  };
}
