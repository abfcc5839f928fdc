/** How many cards are out of view, and where. Pure. */

import type { Box } from '../box.ts';

export type Beyond = 'above' | 'below' | 'left' | 'right';

/** The cards that are not wholly in `view`, each counted where most of it lies out: the sides with most first. Grows: n in cards. */
export function countBeyond(cards: Iterable<Box>, view: Box): { side: Beyond; count: number }[] {
  const counts = new Map<Beyond, number>();
  for (const { x, y, width, height } of cards) {
    const out: Record<Beyond, number> = {
      above: view.y - y,
      below: y + height - view.y - view.height,
      left: view.x - x,
      right: x + width - view.x - view.width,
    };
    let most: Beyond = 'below';
    for (const side of ['above', 'left', 'right'] as const) if (out[side] > out[most]) most = side;
    if (out[most] > 0) counts.set(most, (counts.get(most) ?? 0) + 1);
  }
  return [...counts].map(([side, count]) => ({ side, count })).sort((a, b) => b.count - a.count);
}
