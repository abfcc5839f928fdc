/** Versions of the big flow: two branches from one base, each with edits of every kind all over the flow. */

import type { FlowDefinition, State } from '#flow/definition.ts';
import { bigFlow } from '../big-flow.ts';

export type Versions = { base: FlowDefinition; ours: FlowDefinition; theirs: FlowDefinition };

/** Of `widgets` widgets, one in ten is edited on each branch, no widget on both. */
export function editedFlows(widgets = 1_000): Versions {
  const base = bigFlow(widgets);
  return { base, ours: edited(base, 3), theirs: edited(base, 7) };
}

/** Every tenth widget from `first` on gets another text, place, name or branch. */
function edited(base: FlowDefinition, first: number): FlowDefinition {
  const flow = structuredClone(base);
  const renamed = new Map<string, string>();
  for (let index = first; index < flow.states.length; index += 10) {
    const state = flow.states[index];
    if (state === undefined) continue;
    const { properties = {} } = state;
    state.properties = properties;
    const nth = Math.floor(index / 10) % 4;
    if (nth === 0)
      properties.body = `Another text of ${state.name}, as somebody wrote it on branch ${first}.`;
    if (nth === 1) properties.offset = { x: index, y: first };
    if (nth === 2) rename(state, `${state.name}_renamed_${first}`, renamed);
    if (nth === 3 && state.transitions)
      state.transitions = state.transitions.map(({ next: _, ...rest }) => rest);
  }
  for (const { transitions } of flow.states)
    for (const transition of transitions ?? [])
      if (transition.next) transition.next = renamed.get(transition.next) ?? transition.next;
  return flow;
}

function rename(state: State, name: string, renamed: Map<string, string>): void {
  renamed.set(state.name ?? '', name);
  state.name = name;
}
