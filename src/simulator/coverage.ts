/** Which transitions of a flow were taken, and how often. */

import { type FlowDefinition, type Transition, transitionsOf } from '#flow/definition.ts';
import type { SimulatedStep } from './simulation.ts';

/** One entry for each transition of the definition, in its order; `covered` of them were taken. */
export type Coverage = {
  transitions: { widget: string; event: string; hits: number }[];
  covered: number;
  of: number;
};

/** Times that a transition was taken, by widget and by its index in the state's list. */
export type Hits = ReadonlyMap<string, number>;

/** The key of a transition in `Hits`. */
export function transitionKey(widget: string, index: number): string {
  return `${index} ${widget}`;
}

/** The transitions that these steps of the flow's own execution took. */
export function hitsOf(steps: readonly SimulatedStep[]): Map<string, number> {
  const hits = new Map<string, number>();
  for (const { role, transition, transitioned_from: from } of steps) {
    if (role === 'flow' && transition !== undefined) addHits(hits, transitionKey(from, transition), 1);
  }
  return hits;
}

/** The hits of several runs together. */
export function sumOfHits(runs: readonly Hits[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const hits of runs) for (const [key, count] of hits) addHits(sum, key, count);
  return sum;
}

/** The coverage of a definition's transitions. */
export function coverageOf(definition: FlowDefinition, hits: Hits): Coverage {
  const transitions = allTransitions(definition).map(({ widget, transition, index }) => ({
    widget,
    event: transition.event,
    hits: hits.get(transitionKey(widget, index)) ?? 0,
  }));
  const covered = transitions.filter((each) => each.hits > 0).length;
  return { transitions, covered, of: transitions.length };
}

/** Every transition with its widget and its index in the state's list. */
export function allTransitions(
  definition: FlowDefinition,
): { widget: string; transition: Transition; index: number }[] {
  return definition.states.flatMap((state) => {
    const widget = state.name ?? definition.initial_state;
    return transitionsOf(state).map((transition, index) => ({ widget, transition, index }));
  });
}

function addHits(hits: Map<string, number>, key: string, count: number): void {
  hits.set(key, (hits.get(key) ?? 0) + count);
}
