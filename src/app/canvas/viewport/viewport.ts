/** What of the scene must exist as elements: what is in view, with a margin, so that panning seldom adds anything. */

import { type Box, inflate } from '../box.ts';

/** Pan in screen px and scale. */
export type Viewport = { x: number; y: number; zoom: number };
export type ScreenSize = { width: number; height: number };

/** `full` cards, `name` cards (chip and name), or plain `block`s that are drawn and not mounted. */
export type LevelOfDetail = 'full' | 'name' | 'block';

const marginPx = 200;

export function levelOfDetailAt(zoom: number): LevelOfDetail {
  return zoom >= 0.7 ? 'full' : zoom >= 0.35 ? 'name' : 'block';
}

/** React Flow's transform as a view. */
export function viewportOf([x, y, zoom]: readonly [number, number, number]): Viewport {
  return { x, y, zoom };
}

/** The part of the canvas that a screen shows, in canvas units. */
export function visibleBox({ x, y, zoom }: Viewport, { width, height }: ScreenSize): Box {
  return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
}

/** The area whose widgets should be mounted for a view. */
export function cullingBox(view: Viewport, screen: ScreenSize): Box {
  return inflate(visibleBox(view, screen), marginPx / view.zoom);
}

/** True while `inner` lies in `outer` with at least `share` of the margin left, so that nothing need be mounted yet. */
export function isCovered(outer: Box, view: Viewport, screen: ScreenSize, share = 0.25): boolean {
  const inner = inflate(visibleBox(view, screen), (marginPx * share) / view.zoom);
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** A mounted area this many times as wide as needed keeps more elements than it saves work. */
const oversizeFactor = 1.6;

/** True when `area` was made for a view from farther out, so that most of what is mounted is not seen any more. */
export function isOversized(area: Box, view: Viewport, screen: ScreenSize): boolean {
  return area.width > oversizeFactor * cullingBox(view, screen).width;
}

/**
 * The ids to mount next: those of `wanted` that are mounted already stay, at most `step` others join, the
 * least distant first. `done` says whether all are in.
 */
export function nextMountBatch(
  mounted: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
  step: number,
  distance: (id: string) => number,
): { ids: Set<string>; done: boolean } {
  const ids = new Set<string>();
  for (const id of mounted) if (wanted.has(id)) ids.add(id);
  const missing = [...wanted].filter((id) => !ids.has(id));
  if (missing.length > step) {
    const far = new Map(missing.map((id) => [id, distance(id)]));
    missing.sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0));
  }
  for (const id of missing.slice(0, step)) ids.add(id);
  return { ids, done: missing.length <= step };
}

/** The view that shows `box` whole in the middle, at most at 100 %, with `padding` px around it. */
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

/** The scale at which a flow opens that is too large to be read as a whole. */
const readableScale = 0.8;

/** The view that shows all of `whole` when cards are full then, otherwise `start` at the top, readable. */
export function readableViewport(whole: Box, start: Box, screen: ScreenSize, padding = 48): Viewport {
  const fitted = fitView(whole, screen, padding);
  if (levelOfDetailAt(fitted.zoom) === 'full') return fitted;
  return {
    x: screen.width / 2 - (start.x + start.width / 2) * readableScale,
    y: padding - start.y * readableScale,
    zoom: readableScale,
  };
}
