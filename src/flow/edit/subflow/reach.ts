/** Paths that stay among some widgets. */

import type { Cord } from '../../graph.ts';

/** The widgets of `among` that `from` leads to, itself included, on paths that avoid `without`. */
export function reachAmong(
  cords: readonly Cord[],
  among: ReadonlySet<string>,
  from: string,
  without: string | null = null,
): Set<string> {
  const found = new Set<string>();
  const pending = [from];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === without || found.has(id) || !among.has(id)) continue;
    found.add(id);
    for (const cord of cords) if (cord.from === id) pending.push(cord.to);
  }
  return found;
}
