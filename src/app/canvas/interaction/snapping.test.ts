/** Dragged cards snap, keep to an axis and align. */

import { describe, expect, it } from 'vitest';
import { alignmentGuides, snapDrag } from './snapping.ts';

const box = (x: number, y: number) => ({ x, y, width: 240, height: 120 });
const plain = { isFine: false, keepsAxis: false, zoom: 1 };

describe('snapping', () => {
  it('snaps to the grid of 20, or of 4', () => {
    expect(snapDrag([box(0, 0)], [], { x: 33, y: 47 }, plain).delta).toEqual({ x: 40, y: 40 });
    expect(snapDrag([box(0, 0)], [], { x: 33, y: 47 }, { ...plain, isFine: true }).delta).toEqual({
      x: 32,
      y: 48,
    });
  });

  it('moves a card that is off the grid onto it', () => {
    expect(snapDrag([box(7, 3)], [], { x: 30, y: 0 }, plain).delta).toEqual({ x: 33, y: -3 });
  });

  it('keeps the larger axis', () => {
    expect(snapDrag([box(0, 0)], [], { x: 90, y: 35 }, { ...plain, keepsAxis: true }).delta).toEqual({
      x: 100,
      y: 0,
    });
  });

  it('aligns with the edge of a neighbour off the grid, at a tolerance that is constant on the screen', () => {
    const other = [box(407, 500)];
    expect(snapDrag([box(0, 0)], other, { x: 403, y: 0 }, plain).delta.x).toBe(407);
    expect(snapDrag([box(0, 0)], other, { x: 396, y: 0 }, plain).delta.x).toBe(400);
    expect(snapDrag([box(0, 0)], other, { x: 396, y: 0 }, { ...plain, zoom: 0.5 }).delta.x).toBe(407);
  });

  it('shows what is aligned and the gap to the next card in the row', () => {
    const guides = alignmentGuides(box(320, 0), [box(0, 0), box(320, 200)]);
    expect(guides).toContainEqual({ kind: 'line', axis: 'x', at: 320, from: -12, to: 332 });
    expect(guides).toContainEqual({ kind: 'line', axis: 'y', at: 0, from: -12, to: 572 });
    expect(guides).toContainEqual({ kind: 'gap', axis: 'x', at: 60, from: 240, to: 320 });
  });
});
