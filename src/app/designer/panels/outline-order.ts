/** The order of the outline: breadth-first from the start of the flow. */

import type { FlowDefinition } from '#flow/definition.ts';
import { cordsOf, widgetIds } from '#flow/graph.ts';

/** `depth` is the number of cords on the shortest path from the start, null for an unreachable widget. */
export type OutlineEntry = { id: string; index: number; depth: number | null };

/** Breadth-first along the cords from the initial state; unreachable widgets come last, in the order of the definition. */
export function outlineOrder(definition: FlowDefinition): OutlineEntry[] {
  const ids = widgetIds(definition);
  const next = new Map<string, string[]>();
  for (const { from, to } of cordsOf(definition)) next.set(from, [...(next.get(from) ?? []), to]);
  const first = ids[definition.states.findIndex((state) => state.name === definition.initial_state)];
  const depths = new Map<string, number>(first === undefined ? [] : [[first, 0]]);
  for (const [id, depth] of depths) {
    for (const to of next.get(id) ?? []) if (!depths.has(to)) depths.set(to, depth + 1);
  }
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const reached = [...depths].map(([id, depth]) => ({ id, index: indexOf.get(id) ?? 0, depth }));
  const rest = ids.flatMap((id, index) => (depths.has(id) ? [] : [{ id, index, depth: null }]));
  return [...reached, ...rest];
}
