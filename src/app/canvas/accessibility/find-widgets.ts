/** The search behind connecting by name. Pure. */

import type { Scene } from '../render/scene.ts';

/** The ids of at most eight widgets whose name contains `query`: those that begin with it first. */
export function findWidgetsByName(scene: Scene, query: string): string[] {
  const needle = query.trim().toLowerCase();
  const found: { id: string; at: number; index: number }[] = [];
  for (const { id, summary, index } of scene.widgets.values()) {
    if (summary.isTrigger) continue;
    const at = summary.name.toLowerCase().indexOf(needle);
    if (at >= 0) found.push({ id, at: Math.min(at, 1), index });
  }
  found.sort((a, b) => a.at - b.at || a.index - b.index);
  return found.slice(0, 8).map(({ id }) => id);
}
