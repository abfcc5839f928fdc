/** The camera's room beside what floats. */

import { describe, expect, it } from 'vitest';
import { roomBeside } from './room.ts';

const screen = { width: 1000, height: 600 };

describe('the camera’s room', () => {
  it('keeps a margin from the edges of the canvas', () => {
    expect(roomBeside(screen, [])).toEqual({ x: 48, y: 48, width: 904, height: 504 });
  });

  it('is what the lanes at its sides leave, the deepest of each counting', () => {
    const room = roomBeside(screen, [
      { side: 'bottom', box: { x: 12, y: 560, width: 120, height: 28 } },
      { side: 'bottom', box: { x: 876, y: 520, width: 112, height: 68 } },
      { side: 'top', box: { x: 12, y: 12, width: 80, height: 30 } },
      { side: 'right', box: { x: 660, y: 0, width: 340, height: 600 } },
      { side: 'left', box: { x: 0, y: 52, width: 212, height: 548 } },
    ]);
    expect(room).toEqual({ x: 228, y: 58, width: 416, height: 446 });
  });

  it('is the whole canvas where panels leave only a strip', () => {
    const narrow = { width: 390, height: 700 };
    const panel = { side: 'right', box: { x: 40, y: 0, width: 350, height: 700 } } as const;
    expect(roomBeside(narrow, [panel])).toEqual({ x: 48, y: 48, width: 294, height: 604 });
    expect(roomBeside({ width: 80, height: 60 }, [])).toEqual({ x: 20, y: 15, width: 40, height: 30 });
  });
});
