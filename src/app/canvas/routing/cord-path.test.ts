/** SVG path data of a route, and geometry along it. */

import { describe, expect, it } from 'vitest';
import { cordPath, distanceToRoute, longestSegmentMiddle, roundedPath } from './cord-path.ts';
import type { Route } from './cord-router.ts';

const route: Route = {
  id: 'a sent',
  from: 'a',
  outlet: 'sent',
  to: 'b',
  x0: 0,
  y0: 0,
  x1: 100,
  y1: 102,
  segments: [0, 40, 100],
  isFallback: false,
};

describe('cord path', () => {
  it('rounds corners by at most 14, by less where a segment is short', () => {
    expect(
      roundedPath([
        [0, 0],
        [0, 40],
        [100, 40],
        [100, 100],
      ]),
    ).toBe('M0 0L0 26C0 33.7 6.3 40 14 40L86 40C93.7 40 100 46.3 100 54L100 96');
    expect(
      roundedPath([
        [0, 0],
        [0, 40],
        [10, 40],
        [10, 80],
      ]),
    ).toContain('L0 35C');
  });

  it('ends its arrow 2 above the border', () => {
    expect(cordPath(route).arrow.endsWith('L100 99.8z')).toBe(true);
  });

  it('leaves the casing out at the jack and on the last segment', () => {
    const [none, gap, cased] = cordPath(route).casing.split(' ').map(Number);
    expect([none, gap]).toEqual([0, 8]);
    expect(8 + (cased ?? 0)).toBeLessThan(40 + 100 - 14 + 1);
  });

  it('finds where its toolbar stands, and distances to it', () => {
    expect(longestSegmentMiddle(route)).toEqual({ x: 50, y: 40 });
    expect(distanceToRoute(route, 50, 50)).toBe(10);
    expect(distanceToRoute(route, 103, 96)).toBe(3);
  });
});
