/** Where the name of a person stands at a card: outside its corner, and on no other card. Pure. */

import { type Box, intersects } from '../../canvas/box.ts';

/** Between a card and a name, in px. */
const gap = 4;
/** Of the right corner: the problems and counts of a card stand there. */
const inset = 12;

/**
 * The place of a name of that size at the card, all in px of the screen: above its right corner, or the next corner at which
 * it covers nothing of `taken`. Where there is none, names would rather cover each other's cards than their own. Linear.
 */
export function placeLabel(
  card: Box,
  { width, height }: { width: number; height: number },
  taken: readonly Box[],
): Box {
  const [above, below] = [card.y - height - gap, card.y + card.height + gap];
  const right = card.x + card.width;
  const first: Box = { x: right - width - inset, y: above, width, height };
  const places: Box[] = [
    first,
    { x: right + gap, y: card.y, width, height },
    { x: card.x - width - gap, y: card.y, width, height },
    { x: right - width - inset, y: below, width, height },
    { x: right + gap, y: above, width, height },
    { x: right + gap, y: below, width, height },
  ];
  return places.find((place) => !taken.some((each) => intersects(place, each))) ?? first;
}
