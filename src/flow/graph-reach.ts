/** The widgets that lead to others, or that others lead to, over any number of cords. */

import type { FlowDefinition } from './definition.ts';
import { cordsOf } from './graph.ts';

/** The ids of `from` and of all widgets after them (`downstream`) or before them (`upstream`). Grows: n in widgets. */
export function widgetsAlong(
  definition: FlowDefinition,
  from: Iterable<string>,
  direction: 'upstream' | 'downstream',
): Set<string> {
  const neighbours = new Map<string, string[]>();
  for (const cord of cordsOf(definition)) {
    const [here, there] = direction === 'downstream' ? [cord.from, cord.to] : [cord.to, cord.from];
    neighbours.set(here, [...(neighbours.get(here) ?? []), there]);
  }
  const found = new Set<string>();
  const pending = [...from];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    pending.push(...(neighbours.get(id) ?? []));
  }
  return found;
}
