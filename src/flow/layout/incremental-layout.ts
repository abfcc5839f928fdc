/** Incremental layout: positions for new widgets among others that keep theirs. */

import type { Point } from '../definition.ts';
import type { Cord } from '../graph.ts';

type Size = { width: number; height: number };

/**
 * Positions for the widgets of `laid` that are not in `fixed`: relative to a connected widget as in `laid`, then
 * down in steps of `grid` until nothing overlaps.
 */
export function placeBesideNeighbours(
  cords: readonly Cord[],
  laid: ReadonlyMap<string, Point>,
  fixed: ReadonlyMap<string, Point>,
  sizes: ReadonlyMap<string, Size>,
  grid: number,
): Map<string, Point> {
  const placed = new Map(fixed);
  const places = new Map<string, Point>();
  // Top to bottom, so that the neighbours above a widget are placed before it.
  const pending = [...laid].filter(([id]) => !fixed.has(id)).sort(([, a], [, b]) => a.y - b.y || a.x - b.x);
  for (const [id, own] of pending) {
    const base =
      neighbours(cords, id).find((each) => placed.has(each) && laid.has(each)) ?? [...placed.keys()][0];
    const [there, here] = [placed.get(base ?? id) ?? own, laid.get(base ?? id) ?? own];
    const place = { x: snap(there.x + own.x - here.x, grid), y: snap(there.y + own.y - here.y, grid) };
    const size = sizes.get(id) ?? { width: 0, height: 0 };
    while ([...placed].some(([other, at]) => overlaps(place, size, at, sizes.get(other) ?? size, grid)))
      place.y += grid;
    placed.set(id, place);
    places.set(id, place);
  }
  return places;
}

/** Predecessors of the widget, then its successors. */
function neighbours(cords: readonly Cord[], id: string): string[] {
  const before = cords.filter((cord) => cord.to === id).map(({ from }) => from);
  const after = cords.filter((cord) => cord.from === id).map(({ to }) => to);
  return [...before, ...after];
}

function overlaps(a: Point, sizeA: Size, b: Point, sizeB: Size, gap: number): boolean {
  const areSideBySide = a.x + sizeA.width + gap <= b.x || b.x + sizeB.width + gap <= a.x;
  return !areSideBySide && a.y < b.y + sizeB.height + gap && b.y < a.y + sizeA.height + gap;
}

function snap(value: number, grid: number): number {
  return Math.round(value / grid) * grid;
}
