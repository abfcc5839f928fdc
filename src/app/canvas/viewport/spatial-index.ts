/** A uniform grid as spatial index, so that hit tests and viewport culling cost what is near, not what exists. */

import { type Box, intersects } from '../box.ts';

/** Side of a cell in canvas units: a card is 240 wide and its column about 320. */
const cellSize = 320;

export class SpatialIndex<T> {
  #cells = new Map<number, { key: T; box: Box }[]>();

  constructor(entries: Iterable<readonly [T, Box]> = []) {
    for (const [key, box] of entries) this.add(key, box);
  }

  add(key: T, box: Box): void {
    const entry = { key, box };
    forEachCell(box, (cell) => {
      const list = this.#cells.get(cell);
      if (list === undefined) this.#cells.set(cell, [entry]);
      else list.push(entry);
    });
  }

  /** Every key whose box intersects `area`, each once, in no order. */
  search(area: Box): Set<T> {
    const found = new Set<T>();
    forEachCell(area, (cell) => {
      for (const { key, box } of this.#cells.get(cell) ?? []) if (intersects(box, area)) found.add(key);
    });
    return found;
  }
}

function forEachCell({ x, y, width, height }: Box, visit: (cell: number) => void): void {
  const [right, bottom] = [Math.floor((x + width) / cellSize), Math.floor((y + height) / cellSize)];
  const top = Math.floor(y / cellSize);
  for (let column = Math.floor(x / cellSize); column <= right; column++) {
    for (let row = top; row <= bottom; row++) visit(column * 2_097_152 + row);
  }
}
