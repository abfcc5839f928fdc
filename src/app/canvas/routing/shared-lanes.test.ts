/** Cords that would share a lane are found, spread, and given another way. */

import { describe, expect, it } from 'vitest';
import type { Box } from '../box.ts';
import { crossesCard, overlaps, segmentsOf } from '../testing/route-faults.ts';
import { routeCords, type UnroutedCord } from './cord-router.ts';
import { FreeSpace } from './free-space.ts';
import type { RouteShape } from './orthogonal-router.ts';
import { sharedLanes, spreadSharedLanes } from './shared-lanes.ts';

const shape = (to: string, segments: number[], y0: number, y1: number): RouteShape => ({
  to,
  segments,
  x0: segments[0] ?? 0,
  y0,
  x1: segments.at(-1) ?? 0,
  y1,
});

describe('shared lanes', () => {
  it('are found where two cords lie on one line, with the stretch that they share', () => {
    const one = shape('a', [0, 100, 300], 0, 400);
    const other = shape('b', [200, 100, 500], 0, 400);
    expect(sharedLanes([one, other])).toEqual([
      { one, other, where: { x: 200, y: 100, width: 100, height: 0 } },
    ]);
  });

  it('are none where cords cross, or merge above one inlet', () => {
    const one = shape('a', [0, 100, 300], 0, 400);
    expect(sharedLanes([one, shape('b', [200, 150, 250], 0, 400)])).toEqual([]);
    expect(sharedLanes([one, shape('a', [600, 200, 300], 0, 400)])).toEqual([]);
  });

  it('are spread where the gap has room', () => {
    const routes = [shape('a', [0, 100, 300], 0, 400), shape('b', [200, 100, 500], 0, 400)];
    spreadSharedLanes(new FreeSpace([]), routes);
    expect(sharedLanes(routes)).toEqual([]);
  });
});

describe('routing', () => {
  it('goes a long way round where a search has to look at many gaps', () => {
    // A wall of staggered cards between the jack and the inlet.
    const cards: Box[] = Array.from({ length: 240 }, (_, index) => ({
      x: (index % 12) * 280 + (Math.floor(index / 12) % 2) * 140,
      y: Math.floor(index / 12) * 160,
      width: 240,
      height: 120,
    }));
    const cord: UnroutedCord = {
      id: 'back',
      from: 'last',
      outlet: 'next',
      to: 'first',
      x0: 1520,
      y0: 19 * 160 + 120,
      x1: 1520,
      y1: 0,
    };
    const routes = routeCords(cards, [cord]);
    expect(routes.get('back')?.isFallback).toBe(false);
    expect(segmentsOf(routes).filter((segment) => cards.some((card) => crossesCard(segment, card)))).toEqual(
      [],
    );
  });

  it('sends a cord another way when a gap has no room for a further one', () => {
    // Two towers of cards with 16 units between them; every cord would go through that gap.
    const towers: Box[] = [0, 256].map((x) => ({ x, y: 200, width: 240, height: 1000 }));
    const cords = Array.from({ length: 16 }, (_, index): UnroutedCord => {
      const y1 = 1400;
      return {
        id: `${index}`,
        from: `${index}`,
        outlet: 'next',
        to: `t${index}`,
        x0: 100 + 20 * index,
        y0: 0,
        x1: 120 + 18 * index,
        y1,
      };
    });
    const routes = routeCords(towers, cords);
    expect(segmentsOf(routes).filter((segment) => towers.some((card) => crossesCard(segment, card)))).toEqual(
      [],
    );
    expect(overlaps(routes)).toEqual([]);
  });
});
