/** Viewport culling mounts with a margin and in batches. */

import { describe, expect, it } from 'vitest';
import { cullingBox, isCovered, isOversized, nextMountBatch } from './culling.ts';
import { visibleBox } from './viewport.ts';

const screen = { width: 1000, height: 800 };

describe('viewport culling', () => {
  it('mounts 200 px around the visible part, at any zoom', () => {
    const viewport = { x: -100, y: 50, zoom: 0.5 };
    expect(visibleBox(viewport, screen)).toEqual({ x: 200, y: -100, width: 2000, height: 1600 });
    expect(cullingBox(viewport, screen)).toEqual({ x: -200, y: -500, width: 2800, height: 2400 });
  });

  it('is covered until most of the margin is used up', () => {
    const area = cullingBox({ x: 0, y: 0, zoom: 1 }, screen);
    expect(isCovered(area, { x: -140, y: 0, zoom: 1 }, screen)).toBe(true);
    expect(isCovered(area, { x: -160, y: 0, zoom: 1 }, screen)).toBe(false);
    expect(isCovered(area, { x: 0, y: 0, zoom: 0.6 }, screen)).toBe(false);
  });

  it('discards an area that was computed for a smaller scale', () => {
    const area = cullingBox({ x: 0, y: 0, zoom: 0.5 }, screen);
    expect(isOversized(area, { x: 0, y: 0, zoom: 0.5 }, screen)).toBe(false);
    expect(isOversized(area, { x: 0, y: 0, zoom: 0.7 }, screen)).toBe(false);
    expect(isOversized(area, { x: 0, y: 0, zoom: 1 }, screen)).toBe(true);
  });

  it('mounts the nearest first and unmounts what is out of view', () => {
    const wanted = new Set(['a', 'b', 'c', 'd']);
    const distances: Record<string, number> = { a: 0, b: 30, c: 10, d: 20 };
    const first = nextMountBatch(new Set(['a', 'gone']), wanted, 2, (id) => distances[id] ?? 0);
    expect([...first.ids]).toEqual(['a', 'c', 'd']);
    expect(first.isComplete).toBe(false);
    const second = nextMountBatch(first.ids, wanted, 2, (id) => distances[id] ?? 0);
    expect([...second.ids]).toEqual(['a', 'c', 'd', 'b']);
    expect(second.isComplete).toBe(true);
  });
});
