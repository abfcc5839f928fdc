/** Positions that bring selected widgets into line. */

import { describe, expect, it } from 'vitest';
import type { FlowDefinition, Point } from '../definition.ts';
import { type Alignment, alignedPositions, distributedPositions, tidyPositions } from './align.ts';

/** Cards of 240 × 100, of 240 × 120 with `high`, and the trigger rail of 680 × 80. */
function flowOf(
  cards: Record<string, [kind: 'card' | 'high' | 'rail', x: number, y: number]>,
): FlowDefinition {
  return {
    description: '',
    initial_state: '',
    states: Object.entries(cards).map(([name, [kind, x, y]]) => ({
      ...{ name, type: kind === 'rail' ? 'trigger' : 'send-message' },
      properties: { offset: { x, y }, ...(kind === 'high' ? { body: 'Long '.repeat(20) } : {}) },
    })),
  };
}

const flow = flowOf({ w: ['rail', 900, 300], b: ['high', 300, 220], a: ['card', 21, 200] });
const ids = ['w', 'b', 'missing', 'a'];
const mapOf = (places: Record<string, [number, number]>) =>
  new Map(Object.entries(places).map(([id, [x, y]]): [string, Point] => [id, { x, y }]));

describe('selected widgets', () => {
  it.each<[Alignment, Record<string, [number, number]>]>([
    ['left', { a: [21, 200], b: [21, 220], w: [21, 300] }],
    ['center', { a: [680.5, 200], b: [680.5, 220], w: [460.5, 300] }],
    ['right', { a: [1_340, 200], b: [1_340, 220], w: [900, 300] }],
    ['top', { a: [21, 200], b: [300, 200], w: [900, 200] }],
    ['middle', { a: [21, 240], b: [300, 230], w: [900, 250] }],
    ['bottom', { a: [21, 280], b: [300, 260], w: [900, 300] }],
  ])('are aligned at the %s', (alignment, places) => {
    expect(alignedPositions(flow, ids, alignment)).toEqual(mapOf(places));
  });

  it('are distributed with equal gaps between the outer two', () => {
    expect(distributedPositions(flow, ids, 'x')).toEqual(
      mapOf({ a: [21, 200], b: [461, 220], w: [900, 300] }),
    );
    expect(distributedPositions(flow, ids, 'y')).toEqual(
      mapOf({ a: [21, 200], b: [300, 240], w: [900, 300] }),
    );
    expect(distributedPositions(flow, ['a', 'w'], 'x')).toEqual(new Map());
  });

  it('are tidied into rows without overlaps, in their order', () => {
    const untidy = flowOf({
      ...{ last: ['card', 1_000, 400], e: ['card', 1_004, 308], c: ['card', 605, 253] },
      ...{ d: ['high', 300, 253], a: ['card', 403, 203], b: ['high', 100, 252] },
    });
    expect(tidyPositions(untidy, ['last', 'e', 'c', 'd', 'a', 'b'])).toEqual(
      mapOf({
        ...{ b: [100, 200], a: [400, 200], d: [300, 400], c: [610, 400], e: [1_000, 400] },
        ...{ last: [1_000, 600] },
      }),
    );
    expect(tidyPositions(untidy, [])).toEqual(new Map());
  });
});
