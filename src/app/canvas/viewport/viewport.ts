/** The viewport: which part of the canvas the screen shows, and the viewports that fit a box. */

import type { Box } from '../box.ts';

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

/** A flow opens as a whole where it is shown at this scale or more, and its beginning at the other one. */
const readableScales = { least: 0.6, beginning: 0.8 };

/** The viewport that shows all of `whole` where that is readable, otherwise `start` at the top of `room`. */
export function readableViewport(whole: Box, start: Box, room: Box): Viewport {
  const fitted = fitView(whole, room);
  if (fitted.zoom >= readableScales.least) return fitted;
  const zoom = readableScales.beginning;
  return {
    x: room.x + room.width / 2 - (start.x + start.width / 2) * zoom,
    y: room.y - start.y * zoom,
    zoom,
  };
}
