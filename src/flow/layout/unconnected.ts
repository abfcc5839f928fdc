/** Unconnected cards in a layout: at the right of what is connected with the trigger, in columns from its top. */

import type { Point } from '../definition.ts';
import type { Cord } from '../graph.ts';

type Size = { width: number; height: number };

/** Between the columns, and between parts in one of them, in canvas units. */
const gaps = { column: 120, row: 60 };

/**
 * The places of `laid`, with each connected part that `main` does not belong to moved to the right of the part of `main`:
 * from the top of `main` down, in as many columns as its part is high. Near-linear in widgets and cords.
 */
export function placeUnconnectedBeside(
  main: string,
  cords: readonly Cord[],
  laid: ReadonlyMap<string, Point>,
  sizes: ReadonlyMap<string, Size>,
): Map<string, Point> {
  const parts = connectedParts([...laid.keys()], cords);
  const own = parts.find((part) => part.includes(main)) ?? [];
  const places = new Map(laid);
  const boxOf = (part: readonly string[]) => boxAround(part, laid, sizes);
  const whole = boxOf(own);
  const top = laid.get(main)?.y ?? whole.top;
  let [x, y] = [whole.right + gaps.column, top];
  let columnEnd = x;
  for (const part of parts) {
    if (part === own) continue;
    const box = boxOf(part);
    const height = box.bottom - box.top;
    if (y > top && y + height > whole.bottom) [x, y] = [columnEnd + gaps.column, top];
    for (const id of part) {
      const at = laid.get(id) ?? { x: 0, y: 0 };
      places.set(id, { x: x + at.x - box.left, y: y + at.y - box.top });
    }
    columnEnd = Math.max(columnEnd, x + box.right - box.left);
    y += height + gaps.row;
  }
  return places;
}

/** The widgets that cords connect in any direction, each part and the parts themselves in the order of `ids`. */
function connectedParts(ids: readonly string[], cords: readonly Cord[]): string[][] {
  const neighbours = new Map(ids.map((id) => [id, [] as string[]]));
  for (const { from, to } of cords) {
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const seen = new Set<string>();
  return ids.flatMap((id) => {
    if (seen.has(id)) return [];
    seen.add(id);
    const part = [id];
    // The list grows while it is read.
    for (const each of part)
      for (const next of neighbours.get(each) ?? []) {
        if (seen.has(next) || !neighbours.has(next)) continue;
        seen.add(next);
        part.push(next);
      }
    return [part];
  });
}

function boxAround(
  part: readonly string[],
  places: ReadonlyMap<string, Point>,
  sizes: ReadonlyMap<string, Size>,
) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const id of part) {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    const { width, height } = sizes.get(id) ?? { width: 0, height: 0 };
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
  }
  return { left, top, right, bottom };
}
