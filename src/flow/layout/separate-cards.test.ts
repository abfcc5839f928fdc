/** An imported flow has no card that covers another, and keeps the places that it can. */

import { describe, expect, it } from 'vitest';
import { type FlowDefinition, offsetOf, type Point, type State } from '../definition.ts';
import { separateCards } from './separate-cards.ts';

function flowAt(...places: Point[]): FlowDefinition {
  return {
    description: 'Places',
    states: places.map((offset, index) => ({
      name: `say_${index}`,
      type: 'send-message',
      transitions: [{ event: 'sent' }, { event: 'failed' }],
      properties: { offset, body: 'Hello' },
    })),
    initial_state: 'say_0',
    flags: { allow_concurrent_calls: true },
  };
}

const placesOf = (definition: FlowDefinition) => definition.states.map(offsetOf);

describe('separateCards', () => {
  it('leaves a flow alone in which no card covers another', () => {
    const flow = flowAt({ x: 0, y: 0 }, { x: 260, y: 0 }, { x: 0, y: 160 });
    expect(separateCards(flow)).toBe(flow);
  });

  it('moves a covered card down, and what it would then cover', () => {
    const flow = flowAt(
      { x: 0, y: 0 },
      { x: 20, y: 60 },
      { x: 20, y: 200 },
      { x: 600, y: 60 },
      { x: 900, y: 60 },
    );
    expect(placesOf(separateCards(flow))).toEqual([
      { x: 0, y: 0 },
      { x: 20, y: 160 },
      { x: 20, y: 320 },
      { x: 600, y: 60 },
      { x: 900, y: 60 },
    ]);
  });

  it.each([
    [
      'beside, with room for a cord',
      [
        { x: 0, y: 0 },
        { x: 259, y: 0 },
      ],
      [
        { x: 0, y: 0 },
        { x: 259, y: 160 },
      ],
    ],
    [
      'below, with room for cords',
      [
        { x: 0, y: 0 },
        { x: 0, y: 159 },
      ],
      [
        { x: 0, y: 0 },
        { x: 0, y: 160 },
      ],
    ],
    [
      'the left one stays',
      [
        { x: 20, y: 0 },
        { x: 0, y: 0 },
      ],
      [
        { x: 20, y: 160 },
        { x: 0, y: 0 },
      ],
    ],
    [
      'the upper one stays',
      [
        { x: 0, y: 1 },
        { x: 20, y: 0 },
      ],
      [
        { x: 0, y: 160 },
        { x: 20, y: 0 },
      ],
    ],
    [
      'half of them are covered',
      [
        { x: 0, y: 0 },
        { x: 0, y: 0 },
        { x: 0, y: 0 },
        { x: 600, y: 0 },
        { x: 900, y: 0 },
        { x: 1_200, y: 0 },
      ],
      [
        { x: 0, y: 0 },
        { x: 0, y: 160 },
        { x: 0, y: 320 },
        { x: 600, y: 0 },
        { x: 900, y: 0 },
        { x: 1_200, y: 0 },
      ],
    ],
    [
      'edges that touch cover nothing',
      [
        { x: 0, y: 0 },
        { x: 240, y: 0 },
        { x: 0, y: 100 },
        { x: 240, y: 100 },
      ],
      [
        { x: 0, y: 0 },
        { x: 240, y: 160 },
        { x: 0, y: 320 },
        { x: 240, y: 480 },
      ],
    ],
  ])('moves cards apart: %s', (_, places, apart) => {
    expect(placesOf(separateCards(flowAt(...places)))).toEqual(apart);
  });

  it('removes the positions when most cards lie on each other', () => {
    const flow = flowAt({ x: 0, y: 0 }, { x: 0, y: 0 }, { x: 0, y: 0 }, { x: 600, y: 0 });
    const separated = separateCards(flow);
    expect(placesOf(separated)).toEqual([null, null, null, null]);
    expect(separated.states[0]?.properties).toEqual({ body: 'Hello' });
    const noPlace: State = { type: 'send-message', properties: { offset: null } };
    expect(separateCards({ ...flow, states: [...flow.states, noPlace] }).states[4]).toEqual(noPlace);
  });
});
