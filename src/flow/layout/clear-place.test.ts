import { describe, expect, it } from 'vitest';
import { emptyDefinition } from '../definition.ts';
import { addWidget } from '../edit/add-widget.ts';
import { nearestClearPlace } from './clear-place.ts';

const size = { width: 240, height: 120 };
const flow = addWidget(emptyDefinition(), 'send-message', { x: 0, y: 200 }, 'a').definition;

describe('the nearest clear place', () => {
  it('is the place itself, on the grid, where nothing is in the way', () => {
    expect(nearestClearPlace(flow, { x: 989, y: 2_011 }, size)).toEqual({ x: 980, y: 2_020 });
  });

  it('covers neither a card nor one of the other boxes', () => {
    const wanted = { x: 20, y: 220 };
    const beside = nearestClearPlace(flow, wanted, size);
    expect(beside).not.toEqual(wanted);
    const further = nearestClearPlace(flow, wanted, size, [{ ...beside, ...size }]);
    const isApart =
      Math.abs(further.x - beside.x) >= size.width || Math.abs(further.y - beside.y) >= size.height;
    expect(isApart).toBe(true);
  });
});
