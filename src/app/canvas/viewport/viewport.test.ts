/** Viewports that fit a flow. */

import { describe, expect, it } from 'vitest';
import { fitView, readableViewport, visibleBox } from './viewport.ts';

const screen = { width: 1000, height: 800 };
const room = { x: 48, y: 48, width: 904, height: 604 };

describe('viewport', () => {
  it('fits a flow into the middle and never enlarges it', () => {
    expect(fitView({ x: 0, y: 0, width: 100, height: 100 }, room)).toEqual({ x: 450, y: 300, zoom: 1 });
    const viewport = fitView({ x: -500, y: 0, width: 9040, height: 100 }, room);
    expect(viewport.zoom).toBeCloseTo(0.1);
    expect(-500 * viewport.zoom + viewport.x).toBeCloseTo(48);
  });

  it('shows the whole flow when that is readable, and otherwise the beginning', () => {
    const start = { x: 2000, y: -300, width: 680, height: 80 };
    const small = { x: 1800, y: -300, width: 900, height: 700 };
    expect(readableViewport(small, start, room)).toEqual(fitView(small, room));
    const wide = { ...small, width: 904 / 0.62 };
    expect(readableViewport(wide, start, room).zoom).toBeCloseTo(0.62);
    const large = { x: -5000, y: -300, width: 9000, height: 4000 };
    const viewport = readableViewport(large, start, room);
    const visible = visibleBox(viewport, screen);
    expect(viewport.zoom).toBe(0.8);
    expect(visible.x + visible.width / 2).toBeCloseTo(start.x + start.width / 2);
    expect(visible.y).toBeCloseTo(start.y - 48 / viewport.zoom);
  });
});
