/** Places for a few widgets among others that keep theirs. */

import type { Point } from '../definition.ts';
import type { Cord } from '../graph.ts';

type Size = { width: number; height: number };

/**
 * Where the widgets of `laid` that are not in `fixed` should stand: each towards a widget that it hangs on as it
 * does in `laid`, and from there down in steps of `grid` until it covers no other.
 */
export function placeBesideNeighbours(
  cords: readonly Cord[],
  laid: ReadonlyMap<string, Point>,
  fixed: ReadonlyMap<string, Point>,
  sizes: ReadonlyMap<string, Size>,
  grid: number,
): Map<string, Point> {
  const standing = new Map(fixed);
  const places = new Map<string, Point>();
  // From the top of the layout, so that what a widget hangs on stands before it.
  const waiting = [...laid].filter(([id]) => !fixed.has(id)).sort(([, a], [, b]) => a.y - b.y || a.x - b.x);
  for (const [id, own] of waiting) {
    const base =
      neighbours(cords, id).find((each) => standing.has(each) && laid.has(each)) ?? [...standing.keys()][0];
    const [there, here] = [standing.get(base ?? id) ?? own, laid.get(base ?? id) ?? own];
    const place = { x: snap(there.x + own.x - here.x, grid), y: snap(there.y + own.y - here.y, grid) };
    const size = sizes.get(id) ?? { width: 0, height: 0 };
    while ([...standing].some(([other, at]) => overlaps(place, size, at, sizes.get(other) ?? size, grid)))
      place.y += grid;
    standing.set(id, place);
    places.set(id, place);
  }
  return places;
}

/** Those that lead to the widget, then those that it leads to. */
function neighbours(cords: readonly Cord[], id: string): string[] {
  const before = cords.filter((cord) => cord.to === id).map(({ from }) => from);
  const after = cords.filter((cord) => cord.from === id).map(({ to }) => to);
  return [...before, ...after].filter((each) => each !== id);
}

function overlaps(a: Point, sizeA: Size, b: Point, sizeB: Size, gap: number): boolean {
  const beside = a.x + sizeA.width + gap <= b.x || b.x + sizeB.width + gap <= a.x;
  return !beside && a.y < b.y + sizeB.height + gap && b.y < a.y + sizeA.height + gap;
}

function snap(value: number, grid: number): number {
  return Math.round(value / grid) * grid;
}
