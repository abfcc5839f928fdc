/** What exists as elements follows the view with a margin and in small steps. */

import { describe, expect, it } from 'vitest';
import {
  cullingBox,
  fitView,
  isCovered,
  isOversized,
  levelOfDetailAt,
  nextMountBatch,
  readableViewport,
  visibleBox,
} from './viewport.ts';

const screen = { width: 1000, height: 800 };

describe('visibility', () => {
  it('knows three details, with their borders at 70 and 35 percent', () => {
    expect([1, 0.7, 0.69, 0.35, 0.34].map(levelOfDetailAt)).toEqual([
      'full',
      'full',
      'name',
      'name',
      'block',
    ]);
  });

  it('mounts 200 px around the view, at any zoom', () => {
    const view = { x: -100, y: 50, zoom: 0.5 };
    expect(visibleBox(view, screen)).toEqual({ x: 200, y: -100, width: 2000, height: 1600 });
    expect(cullingBox(view, screen)).toEqual({ x: -200, y: -500, width: 2800, height: 2400 });
  });

  it('is covered until most of the margin is used up', () => {
    const area = cullingBox({ x: 0, y: 0, zoom: 1 }, screen);
    expect(isCovered(area, { x: -140, y: 0, zoom: 1 }, screen)).toBe(true);
    expect(isCovered(area, { x: -160, y: 0, zoom: 1 }, screen)).toBe(false);
    expect(isCovered(area, { x: 0, y: 0, zoom: 0.6 }, screen)).toBe(false);
  });

  it('lets an area go that was made from farther out', () => {
    const area = cullingBox({ x: 0, y: 0, zoom: 0.5 }, screen);
    expect(isOversized(area, { x: 0, y: 0, zoom: 0.5 }, screen)).toBe(false);
    expect(isOversized(area, { x: 0, y: 0, zoom: 0.7 }, screen)).toBe(false);
    expect(isOversized(area, { x: 0, y: 0, zoom: 1 }, screen)).toBe(true);
  });

  it('lets the nearest join first and what is out of reach go', () => {
    const wanted = new Set(['a', 'b', 'c', 'd']);
    const far: Record<string, number> = { a: 0, b: 30, c: 10, d: 20 };
    const first = nextMountBatch(new Set(['a', 'gone']), wanted, 2, (id) => far[id] ?? 0);
    expect([...first.ids]).toEqual(['a', 'c', 'd']);
    expect(first.done).toBe(false);
    const second = nextMountBatch(first.ids, wanted, 2, (id) => far[id] ?? 0);
    expect([...second.ids]).toEqual(['a', 'c', 'd', 'b']);
    expect(second.done).toBe(true);
  });

  it('fits a flow into the middle and never enlarges it', () => {
    expect(fitView({ x: 0, y: 0, width: 100, height: 100 }, screen)).toEqual({ x: 450, y: 350, zoom: 1 });
    const view = fitView({ x: -500, y: 0, width: 9040, height: 100 }, screen, 48);
    expect(view.zoom).toBeCloseTo(0.1);
    expect(-500 * view.zoom + view.x).toBeCloseTo(48);
  });

  it('opens whole what can be read whole, and otherwise at the beginning', () => {
    const start = { x: 2000, y: -300, width: 680, height: 80 };
    const small = { x: 1800, y: -300, width: 900, height: 700 };
    expect(readableViewport(small, start, screen)).toEqual(fitView(small, screen));
    const large = { x: -5000, y: -300, width: 9000, height: 4000 };
    const view = readableViewport(large, start, screen);
    const seen = visibleBox(view, screen);
    expect(levelOfDetailAt(view.zoom)).toBe('full');
    expect(seen.x + seen.width / 2).toBeCloseTo(start.x + start.width / 2);
    expect(seen.y).toBeCloseTo(start.y - 48 / view.zoom);
  });
});
