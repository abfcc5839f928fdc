/** The widgets in the order in which a person would tell them. */

import type { FlowDefinition } from '#flow/definition.ts';
import { cordsOf, widgetIds } from '#flow/graph.ts';

/** `depth` is the fewest cords from the start, null for a widget that is not reached. */
export type OutlineEntry = { id: string; index: number; depth: number | null };

/** From the initial state along the cords, nearest first; what is not reached comes last, as in the file. */
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
