/** Viewports that fit a flow. */

import { describe, expect, it } from 'vitest';
import { levelOfDetailAt } from './level-of-detail.ts';
import { fitView, readableViewport, visibleBox } from './viewport.ts';

const screen = { width: 1000, height: 800 };

describe('viewport', () => {
  it('fits a flow into the middle and never enlarges it', () => {
    expect(fitView({ x: 0, y: 0, width: 100, height: 100 }, screen)).toEqual({ x: 450, y: 350, zoom: 1 });
    const viewport = fitView({ x: -500, y: 0, width: 9040, height: 100 }, screen, 48);
    expect(viewport.zoom).toBeCloseTo(0.1);
    expect(-500 * viewport.zoom + viewport.x).toBeCloseTo(48);
  });

  it('shows the whole flow when that is readable, and otherwise the beginning', () => {
    const start = { x: 2000, y: -300, width: 680, height: 80 };
    const small = { x: 1800, y: -300, width: 900, height: 700 };
    expect(readableViewport(small, start, screen)).toEqual(fitView(small, screen));
    const large = { x: -5000, y: -300, width: 9000, height: 4000 };
    const viewport = readableViewport(large, start, screen);
    const visible = visibleBox(viewport, screen);
    expect(levelOfDetailAt(viewport.zoom)).toBe('full');
    expect(visible.x + visible.width / 2).toBeCloseTo(start.x + start.width / 2);
    expect(visible.y).toBeCloseTo(start.y - 48 / viewport.zoom);
  });
});
