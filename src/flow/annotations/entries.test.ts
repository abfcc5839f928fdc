/** Frames of notes and groups. */

import { describe, expect, it } from 'vitest';
import { boundsOf, type Frame, isFrameIn, isMiddleIn, readColor, readFrame } from './entries.ts';

const frame = { x: 10, y: 20, width: 100, height: 50 };
const box = (x: number, y: number, width = 20, height = 10): Frame => ({ x, y, width, height });

describe('a frame', () => {
  it.each([
    [box(0, 15), true, false],
    [box(-1, 15), false, false],
    [box(100, 65), true, false],
    [box(101, 65), false, false],
    [box(0, 14), false, false],
    [box(100, 66), false, false],
    [box(10, 20), true, true],
    [box(90, 60), true, true],
    [box(91, 60), true, false],
    [box(90, 61), true, false],
    [box(9, 20), true, false],
    [box(10, 19), true, false],
    [box(10, 20, 100, 50), true, true],
    [box(200, 20), false, false],
    [box(10, 200), false, false],
  ])('has the middle of %j: %j, and all of it: %j', (other, hasMiddle, hasAll) => {
    expect([isMiddleIn(frame, other), isFrameIn(frame, other)]).toEqual([hasMiddle, hasAll]);
  });

  it('around others is the smallest', () => {
    expect(boundsOf([])).toBeNull();
    expect(boundsOf([box(5, 30), frame, box(95, 50, 40, 40)])).toEqual(box(5, 20, 130, 70));
  });

  it('is read with a size where it has none, and not without a place', () => {
    const size = { width: 1, height: 2 };
    expect(readFrame({ ...frame }, size)).toEqual(frame);
    expect(readFrame({ x: 1, y: 2, width: '3', height: null }, size)).toEqual({ x: 1, y: 2, ...size });
    for (const entry of [{ x: 1 }, { y: 1 }, { x: '1', y: 1 }, { x: 1, y: '1' }, { x: 1, y: 1_000_001 }])
      expect(readFrame(entry, size)).toBeNull();
    expect(['pink', 'red', 7].map((color) => readColor({ color }, 'gray'))).toEqual(['pink', 'gray', 'gray']);
  });
});
