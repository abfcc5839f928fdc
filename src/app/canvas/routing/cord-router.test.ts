/** Orthogonal routing keeps cords clear of cards and of each other. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../box.ts';
import { crossesCard, overlaps, segmentsOf } from '../testing/route-faults.ts';
import { indexRoutes, rerouteCords, routeCords, routePolyline, type UnroutedCord } from './cord-router.ts';
import { FreeSpace } from './free-space.ts';

const card = (x: number, y: number): Box => ({ x, y, width: 240, height: 120 });

function cord(boxes: readonly Box[], from: number, outlet: number, to: number): UnroutedCord {
  const [a, b] = [boxes[from] ?? card(0, 0), boxes[to] ?? card(0, 0)];
  return {
    id: `${from} ${outlet}`,
    from: String(from),
    outlet: String(outlet),
    to: String(to),
    x0: a.x + 40 + 80 * outlet,
    y0: a.y + a.height,
    x1: b.x + b.width / 2,
    y1: b.y,
  };
}

describe('routing', () => {
  it('is straight where the inlet is below the jack', () => {
    const boxes = [card(0, 0), card(0, 200)];
    const [route] = routeCords(boxes, [cord(boxes, 0, 1, 1)]).values();
    expect(route?.segments).toEqual([120]);
  });

  it('goes down, across and down, at least 14 below the jack and 20 above the inlet', () => {
    const boxes = [card(0, 0), card(320, 180)];
    const [route] = routeCords(boxes, [cord(boxes, 0, 0, 1)]).values();
    expect(route?.segments).toHaveLength(3);
    const row = route?.segments[1] ?? 0;
    expect(row).toBeGreaterThanOrEqual(134);
    expect(row).toBeLessThanOrEqual(160);
  });

  it('routes back up through the nearest column gap and arrives from above', () => {
    const boxes = [card(0, 0), card(0, 200), card(320, 0), card(320, 200)];
    const [route] = routeCords(boxes, [cord(boxes, 1, 2, 0)]).values();
    const points = route === undefined ? [] : routePolyline(route);
    expect(points.at(-1)).toEqual([120, -2]);
    expect(points.at(-2)?.[1]).toBeLessThan(-14);
    expect(route?.segments[2]).toBeGreaterThan(240);
    expect(route?.segments[2]).toBeLessThan(320);
  });

  it('routes from a widget to itself around its card', () => {
    const boxes = [card(0, 0)];
    const routes = routeCords(boxes, [cord(boxes, 0, 0, 0)]);
    expect(segmentsOf(routes).filter((segment) => crossesCard(segment, card(0, 0)))).toEqual([]);
  });

  it('nests the cords that fan out to one side instead of crossing them', () => {
    const boxes = [card(0, 0), card(320, 220), card(640, 220), card(960, 220)];
    const routes = routeCords(boxes, [cord(boxes, 0, 2, 1), cord(boxes, 0, 1, 2), cord(boxes, 0, 0, 3)]);
    const rows = [...routes.values()].map(({ segments }) => segments[1] ?? 0);
    expect(rows[0]).toBeLessThan(rows[1] ?? 0);
    expect(rows[1]).toBeLessThan(rows[2] ?? 0);
    expect((rows[1] ?? 0) - (rows[0] ?? 0)).toBeGreaterThanOrEqual(12);
  });

  it('falls back to a route across cards where none is free', () => {
    const boxes = [card(0, 0), card(20, 60), card(600, 600)];
    const [route] = routeCords(boxes, [cord(boxes, 0, 1, 2)]).values();
    expect(route?.isFallback).toBe(true);
    expect(route?.segments.length).toBeGreaterThan(0);
  });

  it('never crosses a card and never overlaps another cord, in any flow', () => {
    const flows = fc.record({
      columns: fc.integer({ min: 1, max: 6 }),
      rows: fc.integer({ min: 2, max: 6 }),
      jitter: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 36, maxLength: 36 }),
      cords: fc.uniqueArray(fc.record({ from: fc.nat(35), outlet: fc.nat(2), to: fc.nat(35) }), {
        minLength: 1,
        maxLength: 14,
        selector: ({ from, outlet }) => `${from} ${outlet}`,
      }),
    });
    fc.assert(
      fc.property(flows, ({ columns, rows, jitter, cords }) => {
        const count = columns * rows;
        const boxes = Array.from({ length: count }, (_, index) =>
          card(
            (index % columns) * 360 + 20 * (jitter[index] ?? 0),
            Math.floor(index / columns) * 260 + 20 * (jitter[35 - index] ?? 0),
          ),
        );
        const known = new Map(
          cords.map(({ from, outlet, to }) => [
            `${from % count} ${outlet}`,
            cord(boxes, from % count, outlet, to % count),
          ]),
        );
        const routes = routeCords(boxes, [...known.values()]);
        const segments = segmentsOf(routes);
        for (const box of boxes) expect(segments.filter((segment) => crossesCard(segment, box))).toEqual([]);
        expect(overlaps(routes)).toEqual([]);
      }),
      { numRuns: 150, seed: 11 },
    );
  });

  it('leaves fixed cords where they are while others are rerouted', () => {
    const boxes = [card(0, 0), card(320, 220), card(640, 220)];
    const fixed = [...routeCords(boxes, [cord(boxes, 0, 2, 1)]).values()];
    const before = structuredClone(fixed);
    const rerouted = rerouteCords(new FreeSpace(boxes), [cord(boxes, 0, 1, 2)], fixed);
    expect(fixed).toEqual(before);
    expect(overlaps(new Map([...rerouted, ...fixed.map((route) => [route.id, route] as const)]))).toEqual([]);
  });

  it('indexes cords along their segments and not in the empty middle of their bounding boxes', () => {
    const boxes = [card(0, 0), card(2000, 1600)];
    const index = indexRoutes(routeCords(boxes, [cord(boxes, 0, 1, 1)]));
    const at = (x: number, y: number) => [...index.search({ x, y, width: 1, height: 1 })];
    expect(at(120, 130)).toEqual(['0 1']);
    expect(at(2120, 1590)).toEqual(['0 1']);
    expect(at(1000, 900)).toEqual([]);
  });
});
