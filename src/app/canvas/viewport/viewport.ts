/** The viewport: which part of the canvas the screen shows, and the viewports that fit a box. */

import { type Box, boundingBox, contains, inflate, intersects } from '../box.ts';

/** Screen px in one canvas unit. */
export const zoomLimits = { least: 0.04, most: 2 };

/** Pan in screen px and scale, as in React Flow. */
export type Viewport = { x: number; y: number; zoom: number };
/** Size of the canvas on the page, in px. */
export type ScreenSize = { width: number; height: number };

/** React Flow's transform as a viewport. */
export function viewportOf([x, y, zoom]: readonly [number, number, number]): Viewport {
  return { x, y, zoom };
}

/** The part of the canvas that a screen shows, in canvas units. */
export function visibleBox({ x, y, zoom }: Viewport, { width, height }: ScreenSize): Box {
  return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
}

/** The viewport that shows all of `box` in the middle of `room` (in px of the canvas), at most at 100 %. */
export function fitView(box: Box, room: Box): Viewport {
  const zoom = Math.max(
    zoomLimits.least,
    Math.min(1, room.width / Math.max(1, box.width), room.height / Math.max(1, box.height)),
  );
  return {
    x: room.x + (room.width - box.width * zoom) / 2 - box.x * zoom,
    y: room.y + (room.height - box.height * zoom) / 2 - box.y * zoom,
    zoom,
  };
}

/** A flow opens at this scale or a larger one, at which cards are full and easy to read. */
const leastOpeningScale = 0.75;
/** Smaller scales are tried in these steps, and other places in these parts of the room that is left beside what is shown. */
const scaleStep = 0.01;
const shifts = [0, -0.5, 0.5, -1, 1];
/** A card that is nearer to the edge of the screen, in px, looks cut. */
const edge = 12;

/**
 * The viewport that shows all of `whole` where that is readable, otherwise the beginning: as many of `cards`, in their order,
 * as fit into `room`, as large as they fit there, or a little smaller where the edges of the screen cut fewer cards then.
 * `cards` begins with that of the trigger. Grows: n in cards.
 */
export function readableViewport(
  whole: Box,
  cards: readonly [Box, ...Box[]],
  room: Box,
  screen: ScreenSize,
): Viewport {
  const fitted = fitView(whole, room);
  if (fitted.zoom >= leastOpeningScale) return fitted;
  let shown = cards[0];
  for (const card of cards) {
    const more = boundingBox([shown, card]);
    if (more !== null && fitView(more, room).zoom >= leastOpeningScale) shown = more;
  }
  const most = Math.max(leastOpeningScale, fitView(shown, room).zoom);
  const viewportAt = (zoom: number, shift: number): Viewport => {
    const left = room.width - shown.width * zoom;
    const x = room.x + left / 2 + (Math.max(0, left) / 2) * shift;
    return { x: x - shown.x * zoom, y: room.y - shown.y * zoom, zoom };
  };
  const near = visibleBox(viewportAt(leastOpeningScale, 0), screen);
  const nearby = cards.filter((card) => intersects(card, inflate(near, near.width)));
  let best = viewportAt(most, 0);
  let fewest = Number.POSITIVE_INFINITY;
  for (let zoom = most; zoom >= leastOpeningScale && fewest > 0; zoom -= scaleStep) {
    for (const shift of shifts) {
      const viewport = viewportAt(zoom, shift);
      const view = visibleBox(viewport, screen);
      const inner = inflate(view, -edge / zoom);
      const cut = nearby.filter((card) => intersects(card, view) && !contains(inner, card)).length;
      if (cut < fewest) [best, fewest] = [viewport, cut];
    }
  }
  return best;
}
