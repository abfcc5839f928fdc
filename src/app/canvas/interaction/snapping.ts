/** Snapping of dragged cards: to the grid, to an axis, to alignment with cards nearby. Pure. */

import type { Point } from '#flow/definition.ts';
import { type Box, boundingBox } from '../box.ts';

/** A line through aligned cards, or a measured gap between two; in canvas units. */
export type AlignmentGuide =
  | { kind: 'line'; axis: 'x' | 'y'; at: number; from: number; to: number }
  | { kind: 'gap'; axis: 'x' | 'y'; at: number; from: number; to: number };

export type SnappedDrag = { delta: Point; guides: AlignmentGuide[] };

/** Distance in screen px within which edges and middles align. */
const alignmentTolerance = 6;

/** The multiple of `grid` next to `value`. */
export function snapToGrid(value: number, grid: number): number {
  return Math.round(value / grid) * grid;
}

/**
 * The movement of `boxes` for a pointer movement of `by` canvas units. The first box lands on the grid of
 * 20 (4 with `isFine`); `keepsAxis` moves along the larger axis only; edges and middles align with those of `others` nearby.
 */
export function snapDrag(
  boxes: readonly Box[],
  others: readonly Box[],
  by: Point,
  { isFine, keepsAxis, zoom }: { isFine: boolean; keepsAxis: boolean; zoom: number },
): SnappedDrag {
  const [first] = boxes;
  const whole = boundingBox(boxes);
  if (first === undefined || whole === null) return { delta: by, guides: [] };
  const grid = isFine ? 4 : 20;
  const along = (axis: 'x' | 'y', size: number): number => {
    const cross = axis === 'x' ? 'y' : 'x';
    if (keepsAxis && Math.abs(by[axis]) < Math.abs(by[cross])) return 0;
    const offset = isFine
      ? null
      : alignmentOffset(whole[axis] + by[axis], size, others, axis, alignmentTolerance / zoom);
    return offset === null ? snapToGrid(first[axis] + by[axis], grid) - first[axis] : by[axis] + offset;
  };
  const delta = { x: along('x', whole.width), y: along('y', whole.height) };
  const moved = { ...whole, x: whole.x + delta.x, y: whole.y + delta.y };
  return { delta, guides: alignmentGuides(moved, others) };
}

/** The smallest offset that aligns an edge or the middle with one of the others; null when none is near. */
function alignmentOffset(
  start: number,
  size: number,
  others: readonly Box[],
  axis: 'x' | 'y',
  tolerance: number,
): number | null {
  let best: number | null = null;
  const own = [start, start + size / 2, start + size];
  for (const other of others) {
    const from = other[axis];
    const length = axis === 'x' ? other.width : other.height;
    [from, from + length / 2, from + length].forEach((at, index) => {
      const distance = at - (own[index] ?? 0);
      if (Math.abs(distance) <= tolerance && (best === null || Math.abs(distance) < Math.abs(best)))
        best = distance;
    });
  }
  return best;
}

/** Lines through aligned left, middle or top edges, and the gap to the nearest neighbour in the row. */
export function alignmentGuides(box: Box, others: readonly Box[]): AlignmentGuide[] {
  const guides: AlignmentGuide[] = [];
  for (const axis of ['x', 'y'] as const) {
    const [along, size, cross, depth] =
      axis === 'x' ? (['x', 'width', 'y', 'height'] as const) : (['y', 'height', 'x', 'width'] as const);
    const parts = axis === 'x' ? [0, 0.5] : [0];
    for (const part of parts) {
      const at = box[along] + box[size] * part;
      const aligned = others.filter((other) => Math.abs(other[along] + other[size] * part - at) < 0.5);
      if (aligned.length === 0) continue;
      const all = boundingBox([...aligned, box]) ?? box;
      guides.push({ kind: 'line', axis, at, from: all[cross] - 12, to: all[cross] + all[depth] + 12 });
      break;
    }
  }
  return [...guides, ...gapGuides(box, others)];
}

function gapGuides(box: Box, others: readonly Box[]): AlignmentGuide[] {
  let best: AlignmentGuide | null = null;
  for (const other of others) {
    const top = Math.max(box.y, other.y);
    const bottom = Math.min(box.y + box.height, other.y + other.height);
    if (bottom - top < 20) continue;
    const [from, to] =
      other.x + other.width <= box.x ? [other.x + other.width, box.x] : [box.x + box.width, other.x];
    if (to <= from || to - from > 240 || (best !== null && best.to - best.from <= to - from)) continue;
    best = { kind: 'gap', axis: 'x', at: (top + bottom) / 2, from, to };
  }
  return best === null ? [] : [best];
}
