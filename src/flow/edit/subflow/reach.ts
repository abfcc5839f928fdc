/** Paths that stay among some widgets. */

import type { FlowDefinition } from '../../definition.ts';
import { type Cord, cordsOf } from '../../graph.ts';

/** The cords of a flow by the widgets that they come from. */
export type Following = ReadonlyMap<string, readonly Cord[]>;

export function followingOf(definition: FlowDefinition): Following {
  return Map.groupBy(cordsOf(definition), ({ from }) => from);
}

/** The widgets of `among` that `from` leads to, itself included, on paths that avoid `without`. */
export function reachAmong(
  following: Following,
  among: ReadonlySet<string>,
  from: string,
  without: string | null = null,
): Set<string> {
  const found = new Set<string>();
  const pending = [from];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === without || found.has(id) || !among.has(id)) continue;
    found.add(id);
    for (const { to } of following.get(id) ?? []) pending.push(to);
  }
  return found;
}
