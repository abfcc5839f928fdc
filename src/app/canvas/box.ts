/** Boxes found by place: a grid of cells, so that hit tests and visibility cost what is near, not what is there. */

export type Box = { x: number; y: number; width: number; height: number };

const cellSize = 320;

export class SpatialIndex<T> {
  #cells = new Map<number, { key: T; box: Box }[]>();

  constructor(entries: Iterable<readonly [T, Box]> = []) {
    for (const [key, box] of entries) this.add(key, box);
  }

  add(key: T, box: Box): void {
    const entry = { key, box };
    forEachCell(box, (place) => {
      const list = this.#cells.get(place);
      if (list === undefined) this.#cells.set(place, [entry]);
      else list.push(entry);
    });
  }

  /** Every key whose box touches `area`, each once, in no order. */
  search(area: Box): Set<T> {
    const found = new Set<T>();
    forEachCell(area, (place) => {
      for (const { key, box } of this.#cells.get(place) ?? []) if (intersects(box, area)) found.add(key);
    });
    return found;
  }
}

/** True when the two boxes share at least an edge. */
export function intersects(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

export function containsPoint(box: Box, x: number, y: number): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

/** The smallest box around all of them; null for none. */
export function boundingBox(boxes: Iterable<Box>): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The box with `by` more on each side. */
export function inflate(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

function forEachCell({ x, y, width, height }: Box, visit: (place: number) => void): void {
  const [right, bottom] = [Math.floor((x + width) / cellSize), Math.floor((y + height) / cellSize)];
  const top = Math.floor(y / cellSize);
  for (let column = Math.floor(x / cellSize); column <= right; column++) {
    for (let row = top; row <= bottom; row++) visit(column * 2_097_152 + row);
  }
}
