import { describe, expect, it } from 'vitest';
import { type Box, intersects } from '../../canvas/box.ts';
import { placeLabel } from './label-place.ts';

const card: Box = { x: 100, y: 100, width: 240, height: 120 };
const label = { width: 80, height: 24 };

describe('the name of somebody at a card', () => {
  it('stands above the right corner, outside the card', () => {
    const place = placeLabel(card, label, [card]);
    expect(place).toEqual({ x: 248, y: 72, ...label });
    expect(intersects(place, card)).toBe(false);
  });

  it('covers neither another card nor another name', () => {
    const taken: Box[] = [card, { x: 100, y: 0, width: 240, height: 90 }];
    for (let nth = 0; nth < 4; nth += 1) {
      const place = placeLabel(card, label, taken);
      expect(taken.some((each) => intersects(place, each))).toBe(false);
      taken.push(place);
    }
  });

  it('has a place where everything is taken', () => {
    const all: Box = { x: -1_000, y: -1_000, width: 3_000, height: 3_000 };
    expect(placeLabel(card, label, [all])).toMatchObject({ x: 248, y: 72 });
  });
});
