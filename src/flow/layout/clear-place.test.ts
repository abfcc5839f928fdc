/** Places for new cards, and the cards that make room for them. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, Point, State } from '../definition.ts';
import { cardBoxes, nearestClearPlace, placeBelowOutlet } from './clear-place.ts';

const size = { width: 240, height: 100 };

/** Cards of 240 × 100 with the outlets `sent` and `failed`. */
function flowOf(
  cards: Record<string, [x: number, y: number, next?: [sent: string, failed?: string]]>,
): FlowDefinition {
  return {
    description: '',
    initial_state: 's',
    states: Object.entries(cards).map(
      ([name, [x, y, [sent = '', failed = ''] = []]]): State => ({
        ...{ name, type: 'send-message', properties: { offset: { x, y } } },
        transitions: [
          { event: 'sent', next: sent },
          { event: 'failed', next: failed },
        ],
      }),
    ),
  };
}

describe('the place below an outlet', () => {
  const place = (definition: FlowDefinition, outlet: string) => {
    const found = placeBelowOutlet(definition, { widget: 's', outlet }, size);
    return found && { at: [found.at.x, found.at.y], moved: Object.fromEntries(found.moved) };
  };

  it.each([
    ['sent', [-60, 180]],
    ['failed', [60, 180]],
  ])('is in line with %s, on the grid', (outlet, at) => {
    expect(place(flowOf({ s: [0, 0] }), outlet)).toEqual({ at, moved: {} });
    expect(place(flowOf({ s: [0, -19] }), outlet)).toEqual({ at, moved: {} });
    // The card itself is never in the way, nor one that it leads to elsewhere.
    expect(place(flowOf({ s: [0, 0, ['s', 's']] }), outlet)).toEqual({ at, moved: {} });
    expect(place(flowOf({ s: [0, 0, ['t', 't']], t: [0, 600] }), outlet)).toEqual({ at, moved: {} });
  });

  it('is none without the outlet, the widget or its position', () => {
    const flow = flowOf({ s: [0, 0], lost: [2_000_000, 0] });
    expect(placeBelowOutlet(flow, { widget: 's', outlet: 'other' }, size)).toBeNull();
    expect(placeBelowOutlet(flow, { widget: 't', outlet: 'sent' }, size)).toBeNull();
    expect(placeBelowOutlet(flow, { widget: 'lost', outlet: 'sent' }, size)).toBeNull();
  });

  it('is beside what another outlet leads to, in the order of the outlets', () => {
    const after = { s: [0, 0, ['t']], t: [-60, 180] } satisfies Parameters<typeof flowOf>[0];
    expect(place(flowOf(after), 'failed')).toEqual({ at: [240, 180], moved: {} });
    expect(place(flowOf({ ...after, u: [279, 180] }), 'failed')).toEqual({ at: [-360, 180], moved: {} });
    expect(place(flowOf({ ...after, u: [279, 180], v: [-400, 180] }), 'failed')).toEqual({
      ...{ at: [240, 180], moved: { u: { x: 279, y: 360 } } },
    });
    const before = { s: [0, 0, ['', 't']], t: [60, 180] } satisfies Parameters<typeof flowOf>[0];
    expect(place(flowOf(before), 'sent')).toEqual({ at: [-240, 180], moved: {} });
    expect(place(flowOf({ ...before, u: [-260, 180] }), 'sent')).toEqual({ at: [360, 180], moved: {} });
  });

  it('has what is in the way move down, with what follows it and what that would cover', () => {
    const flow = flowOf({
      ...{ s: [0, 0], way: [0, 200, ['next', 's']], next: [900, 700], covered: [100, 420] },
      ...{ also: [300, 560], above: [600, 100], before: [900, 199], loop: [0, 2_000] },
      ...{ free: [600, 700], lost: [2_000_000, 0] },
    });
    expect(place(flow, 'sent')).toEqual({
      at: [-60, 180],
      moved: {
        ...{ way: { x: 0, y: 360 }, next: { x: 900, y: 860 } },
        ...{ covered: { x: 100, y: 580 }, also: { x: 300, y: 720 } },
      },
    });
    const up = flowOf({ s: [0, 0], way: [0, 200, ['up', 'level']], up: [900, 199], level: [900, 200] });
    expect(place(up, 'sent')?.moved).toEqual({ way: { x: 0, y: 360 }, level: { x: 900, y: 360 } });
  });

  it('is beside a card that is not wholly below', () => {
    expect(place(flowOf({ s: [0, 0], t: [-240, 99] }), 'sent')).toEqual({ at: [60, 180], moved: {} });
    expect(place(flowOf({ s: [0, 0], t: [-240, 100] }), 'sent')).toEqual({
      ...{ at: [-60, 180], moved: { t: { x: -240, y: 360 } } },
    });
    expect(place(flowOf({ s: [0, 0], t: [-240, 99], u: [230, 180] }), 'sent')).toEqual({
      ...{ at: [60, 180], moved: { u: { x: 230, y: 360 } } },
    });
    expect(place(flowOf({ s: [0, 0], t: [-240, 99], u: [-60, 300] }), 'sent')?.at).toEqual([240, 180]);
  });

  it.each<[number, number, boolean]>([
    [-340, 180, false],
    [-339, 180, true],
    [220, 180, false],
    [219, 180, true],
    [-60, 320, false],
    [-60, 319, true],
  ])('leaves 40 around it: a card at %i, %i is in the way: %j', (x, y, isInTheWay) => {
    expect(place(flowOf({ s: [0, 0], t: [x, y] }), 'sent')?.moved).toEqual(
      isInTheWay ? { t: { x, y: y + Math.ceil((360 - y) / 20) * 20 } } : {},
    );
  });
});

describe('the nearest clear place', () => {
  const flow = flowOf({ a: [0, 200] });
  const boxAt = ({ x, y }: Point) => ({ x, y, width: 240, height: 120 });
  const nearest = (at: Point, others: Point[] = []) =>
    nearestClearPlace(flow, at, { width: 240, height: 120 }, others.map(boxAt));

  it('is the place itself, on the grid, where nothing is in the way', () => {
    expect(nearest({ x: 989, y: 2_011 })).toEqual({ x: 980, y: 2_020 });
    expect(nearest({ x: 260, y: 200 })).toEqual({ x: 260, y: 200 });
    expect(nearest({ x: 0, y: 60 })).toEqual({ x: 0, y: 60 });
    expect(nearest({ x: 0, y: 320 })).toEqual({ x: 0, y: 320 });
    expect(nearest({ x: -260, y: 200 })).toEqual({ x: -260, y: 200 });
  });

  it('is otherwise at the nearest edge of what is around', () => {
    const below = { x: 20, y: 340 };
    const above = { x: 20, y: 40 };
    const right = { x: 280, y: 220 };
    expect(nearest({ x: 20, y: 220 })).toEqual(below);
    expect(nearest({ x: 20, y: 220 }, [below])).toEqual(above);
    expect(nearest({ x: 20, y: 220 }, [below, above])).toEqual(right);
    expect(nearest({ x: 20, y: 220 }, [below, above, right])).toEqual({ x: 20, y: 500 });
    expect(nearest({ x: -20, y: 240 }, [{ x: -20, y: 320 }])).toEqual({ x: -20, y: 40 });
  });

  it('is below everything where too many edges are in the way', () => {
    const nested = Array.from({ length: 60 }, (_, nth) => 20 * (nth + 1)).map((half) => ({
      ...{ x: -half, y: -half, width: 2 * half, height: 2 * half },
    }));
    expect(nearestClearPlace(flowOf({}), { x: 0, y: 0 }, size, nested)).toEqual({ x: 0, y: 1_240 });
  });
});

it('the boxes of cards are those of all that have a position', () => {
  expect(cardBoxes(flowOf({ a: [1, 2], b: [2_000_000, 0] }))).toEqual(
    new Map([['a', { x: 1, y: 2, ...size }]]),
  );
});
