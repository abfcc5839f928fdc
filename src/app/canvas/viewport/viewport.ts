/** The viewport: which part of the canvas the screen shows, and the viewports that fit a box. */

import type { Box } from '../box.ts';
import { levelOfDetailAt } from './level-of-detail.ts';

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

/** The viewport that shows all of `box` in the middle, at most at 100 %, with `padding` px around it. */
export function fitView(box: Box, screen: ScreenSize, padding = 48): Viewport {
  const free = { width: screen.width - 2 * padding, height: screen.height - 2 * padding };
  const zoom = Math.max(
    0.04,
    Math.min(1, free.width / Math.max(1, box.width), free.height / Math.max(1, box.height)),
  );
  return {
    x: (screen.width - box.width * zoom) / 2 - box.x * zoom,
    y: (screen.height - box.height * zoom) / 2 - box.y * zoom,
    zoom,
  };
}

/** The scale at which a flow opens that is too large to be readable as a whole. */
const readableScale = 0.8;

/** The viewport that shows all of `whole` when full cards are drawn then, otherwise `start` at the top at a readable scale. */
export function readableViewport(whole: Box, start: Box, screen: ScreenSize, padding = 48): Viewport {
  const fitted = fitView(whole, screen, padding);
  if (levelOfDetailAt(fitted.zoom) === 'full') return fitted;
  return {
    x: screen.width / 2 - (start.x + start.width / 2) * readableScale,
    y: padding - start.y * readableScale,
    zoom: readableScale,
  };
}
