/**
 * Moves cards of an imported flow apart where they cover each other: other editors draw smaller cards, and generated
 * definitions often have one position for all.
 */

import { type FlowDefinition, offsetOf, type Point, propertiesOf, type State } from '../definition.ts';
import { moveWidgets } from '../edit/move-widgets.ts';
import type { Size } from './card-size.ts';
import { cardBoxes } from './clear-place.ts';

type Box = Point & Size;

/** Room that cords need beside a card, and between a card and the one below it, in canvas units. */
const [beside, below] = [20, 60];
const grid = 20;
/** From this share of covered cards on, the positions mean nothing. */
const meaninglessShare = 0.5;

/**
 * The definition with covered cards moved down until there is room for cords around them; the others keep their places.
 * When most cards are covered all positions are removed, so that the automatic layout places them.
 * Grows: n² in widgets.
 */
export function separateCards(definition: FlowDefinition): FlowDefinition {
  const boxes = cardBoxes(definition);
  const covered = [...boxes].filter(([id, box]) =>
    [...boxes].some(([other, there]) => other !== id && isTooNear(box, there, 0, 0)),
  );
  if (covered.length >= 3 && covered.length > meaninglessShare * boxes.size)
    return withoutPositions(definition);
  const placed: Box[] = [];
  const moved = new Map<string, Point>();
  for (const [id, box] of [...boxes].sort(([, a], [, b]) => a.y - b.y || a.x - b.x)) {
    const place = { ...box };
    for (let near = nearest(placed, place); near !== undefined; near = nearest(placed, place))
      place.y = Math.ceil((near.y + near.height + below) / grid) * grid;
    placed.push(place);
    if (place.y !== box.y) moved.set(id, { x: place.x, y: place.y });
  }
  return moved.size === 0 ? definition : moveWidgets(definition, moved);
}

function nearest(placed: readonly Box[], place: Box): Box | undefined {
  return placed.find((box) => isTooNear(place, box, beside, below));
}

function isTooNear(a: Box, b: Box, horizontal: number, vertical: number): boolean {
  return (
    a.x < b.x + b.width + horizontal &&
    b.x < a.x + a.width + horizontal &&
    a.y < b.y + b.height + vertical &&
    b.y < a.y + a.height + vertical
  );
}

function withoutPositions(definition: FlowDefinition): FlowDefinition {
  const states = definition.states.map((state): State => {
    if (offsetOf(state) === null) return state;
    const { offset: _, ...properties } = propertiesOf(state);
    return { ...state, properties };
  });
  return { ...definition, states };
}
