/** Positions that bring widgets into line, in canvas units on the grid of 20. Pure; widgets without a position stay. */

import type { FlowDefinition, Point } from '../definition.ts';
import { cardBoxes } from './clear-place.ts';

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';
export type Axis = 'x' | 'y';

type Card = Point & { id: string; width: number; height: number };
type Positions = Map<string, Point>;

const columnGap = 60;
const rowGap = 80;

/** Positions with the same edge or middle as the whole group. Grows: n in widgets. */
export function alignedPositions(
  definition: FlowDefinition,
  ids: Iterable<string>,
  alignment: Alignment,
): Positions {
  const cards = cardsOf(definition, ids);
  const axis = alignment === 'left' || alignment === 'center' || alignment === 'right' ? 'x' : 'y';
  const [start, end] = [startOf(cards, axis), endOf(cards, axis)];
  return new Map(
    cards.map((card) => {
      const size = sizeAlong(card, axis);
      const at = {
        left: start,
        top: start,
        center: (start + end - size) / 2,
        middle: (start + end - size) / 2,
        right: end - size,
        bottom: end - size,
      }[alignment];
      return [card.id, axis === 'x' ? { x: at, y: card.y } : { x: card.x, y: at }];
    }),
  );
}

/**
 * Positions with equal gaps along an axis; the outer two cards stay. Fewer than three cards stay where they are.
 * Grows: n in widgets.
 */
export function distributedPositions(
  definition: FlowDefinition,
  ids: Iterable<string>,
  axis: Axis,
): Positions {
  const cards = cardsOf(definition, ids).sort((a, b) => a[axis] - b[axis]);
  if (cards.length < 3) return new Map();
  const sizes = cards.reduce((sum, card) => sum + sizeAlong(card, axis), 0);
  const gap = (endOf(cards, axis) - startOf(cards, axis) - sizes) / (cards.length - 1);
  let at = startOf(cards, axis);
  return new Map(
    cards.map((card) => {
      const place = axis === 'x' ? { x: Math.round(at), y: card.y } : { x: card.x, y: Math.round(at) };
      at += sizeAlong(card, axis) + gap;
      return [card.id, place];
    }),
  );
}

/**
 * Positions in rows: cards of about the same height become a row, rows and cards keep their order and get equal gaps.
 * Grows: n in widgets.
 */
export function tidyPositions(definition: FlowDefinition, ids: Iterable<string>): Positions {
  const cards = cardsOf(definition, ids).sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: Card[][] = [];
  for (const card of cards) {
    const row = rows.at(-1);
    const top = row?.[0];
    if (row !== undefined && top !== undefined && card.y - top.y < top.height / 2) row.push(card);
    else rows.push([card]);
  }
  const positions: Positions = new Map();
  let y = Math.round(startOf(cards, 'y') / 20) * 20;
  for (const row of rows) {
    row.sort((a, b) => a.x - b.x);
    let right = -Infinity;
    for (const card of row) {
      const x = Math.max(Math.round(card.x / 10) * 10, right + columnGap);
      positions.set(card.id, { x, y });
      right = x + card.width;
    }
    y += Math.max(...row.map(({ height }) => height)) + rowGap;
  }
  return positions;
}

function cardsOf(definition: FlowDefinition, ids: Iterable<string>): Card[] {
  const boxes = cardBoxes(definition);
  return [...ids].flatMap((id) => {
    const box = boxes.get(id);
    return box === undefined ? [] : [{ id, ...box }];
  });
}

function sizeAlong(card: Card, axis: Axis): number {
  return axis === 'x' ? card.width : card.height;
}

function startOf(cards: readonly Card[], axis: Axis): number {
  return Math.min(...cards.map((card) => card[axis]));
}

function endOf(cards: readonly Card[], axis: Axis): number {
  return Math.max(...cards.map((card) => card[axis] + sizeAlong(card, axis)));
}
