import { describe, expect, it } from 'vitest';
import { jackOffsets, outletCells, outletIndexAt } from './outlet-places.ts';

/** The widths of cards by the number of their outlets. */
const cards = [
  [240, 1],
  [240, 2],
  [240, 3],
  [260, 4],
  [320, 5],
  [380, 6],
  [680, 5],
] as const;

describe('the outlets of a card', () => {
  it.each(cards)('of %i units with %i outlets are on the grid', (width, count) => {
    const offGrid = jackOffsets(width, count).filter((each) => each % 20 !== 0);
    expect(offGrid).toEqual([]);
  });

  it.each(cards)(
    'of %i units with %i outlets fill it, each jack near the middle of its cell',
    (width, count) => {
      const cells = outletCells(width, count);
      expect(cells.reduce((sum, cell) => sum + cell.width, 0)).toBeCloseTo(width);
      for (const cell of cells) expect(Math.abs(cell.jack - cell.width / 2)).toBeLessThanOrEqual(5);
    },
  );

  it('are found by the cell that a point is in', () => {
    expect([-1, 0, 69, 70, 259, 260].map((x) => outletIndexAt(260, 4, x))).toEqual([-1, 0, 0, 1, 3, -1]);
  });
});
