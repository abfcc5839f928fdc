/** Viewports that fit a flow. */

import { describe, expect, it } from 'vitest';
import { type Box, boundingBox, contains, intersects } from '../box.ts';
import { fitView, readableViewport, type Viewport, visibleBox } from './viewport.ts';

const screen = { width: 1000, height: 800 };
const room = { x: 48, y: 48, width: 904, height: 604 };

describe('viewport', () => {
  it('fits a flow into the middle and never enlarges it', () => {
    expect(fitView({ x: 0, y: 0, width: 100, height: 100 }, room)).toEqual({ x: 450, y: 300, zoom: 1 });
    const viewport = fitView({ x: -500, y: 0, width: 9040, height: 100 }, room);
    expect(viewport.zoom).toBeCloseTo(0.1);
    expect(-500 * viewport.zoom + viewport.x).toBeCloseTo(48);
  });
});

describe('the opening viewport', () => {
  const trigger = { x: 2000, y: -300, width: 680, height: 80 };
  const card = (x: number, y: number) => ({ x, y, width: 240, height: 120 });
  const open = (...cards: Box[]) => {
    const all: [Box, ...Box[]] = [trigger, ...cards];
    return readableViewport(boundingBox(all) ?? trigger, all, room, screen);
  };
  const isWhole = (viewport: Viewport, box: Box) =>
    contains(roomOf(viewport), { ...box, width: box.width - 1, height: box.height - 1 });
  const roomOf = ({ x, y, zoom }: Viewport) => visibleBox({ x: x - room.x, y: y - room.y, zoom }, room);

  it('shows the whole flow from 75 % on', () => {
    const whole = { x: 1800, y: -300, width: 900, height: 604 / 0.76 };
    expect(readableViewport(whole, [trigger], room, screen)).toEqual(fitView(whole, room));
  });

  it('begins with the trigger at the top, and has as many cards as fit, as large as they fit', () => {
    const column = Array.from({ length: 9 }, (_, row) => card(2220, -140 + row * 200));
    const viewport = open(...column);
    expect(trigger.y * viewport.zoom + viewport.y).toBeCloseTo(room.y);
    expect((trigger.x + 340) * viewport.zoom + viewport.x).toBeCloseTo(room.x + room.width / 2);
    expect(viewport.zoom).toBeGreaterThanOrEqual(0.75);
    expect(column.filter((each) => isWhole(viewport, each))).toHaveLength(3);
  });

  it('is at 100 % at most, and leaves out cards that are far away', () => {
    const viewport = open(card(9000, -100), card(2220, -140), card(2220, 9000));
    expect(viewport.zoom).toBe(1);
    expect(isWhole(viewport, trigger) && isWhole(viewport, card(2220, -140))).toBe(true);
  });

  it('cuts no card by the edges where it need not', () => {
    const beside = card(trigger.x + 680 + 60, -140);
    const viewport = open(card(2220, -140), beside, card(2220, 3000), card(beside.x + 200, -20));
    const view = visibleBox(viewport, screen);
    for (const each of [beside, card(beside.x + 200, -20)])
      expect(!intersects(view, each) || contains(view, each)).toBe(true);
  });

  it('shows the middle of the trigger where that alone has no room', () => {
    const narrow = { ...room, width: 300 };
    const viewport = readableViewport({ ...trigger, height: 9000 }, [trigger], narrow, screen);
    expect(viewport.zoom).toBe(0.75);
    expect((trigger.x + 340) * viewport.zoom + viewport.x).toBeCloseTo(48 + 150);
  });
});
