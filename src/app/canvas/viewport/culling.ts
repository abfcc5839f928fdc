/** Viewport culling: which elements should be mounted, with a margin, so that panning seldom mounts anything. */

import { type Box, contains, inflate } from '../box.ts';
import { type ScreenSize, type Viewport, visibleBox } from './viewport.ts';

/** Margin around the visible part in which elements are mounted too, in screen px. */
const marginPx = 200;

/** The area whose widgets should be mounted for a viewport. */
export function cullingBox(viewport: Viewport, screen: ScreenSize): Box {
  return inflate(visibleBox(viewport, screen), marginPx / viewport.zoom);
}

/** True while `area` covers the viewport with at least `share` of the margin left, so that nothing need be mounted yet. */
export function isCovered(area: Box, viewport: Viewport, screen: ScreenSize, share = 0.25): boolean {
  return contains(area, inflate(visibleBox(viewport, screen), (marginPx * share) / viewport.zoom));
}

/** From this multiple of the needed width on, a mounted area keeps more elements than it saves work. */
const oversizeFactor = 1.6;

/** True when `area` was computed for a much smaller scale, so that most of what is mounted is out of view. */
export function isOversized(area: Box, viewport: Viewport, screen: ScreenSize): boolean {
  return area.width > oversizeFactor * cullingBox(viewport, screen).width;
}

/**
 * The next batch: of the mounted ids those in `wanted` stay, and at most `batchSize` others are added, the
 * least distant first. `isComplete` is true when all of `wanted` are in.
 */
export function nextMountBatch(
  mounted: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
  batchSize: number,
  distance: (id: string) => number,
): { ids: Set<string>; isComplete: boolean } {
  const ids = new Set<string>();
  for (const id of mounted) if (wanted.has(id)) ids.add(id);
  const missing = [...wanted].filter((id) => !ids.has(id));
  if (missing.length > batchSize) {
    const distances = new Map(missing.map((id) => [id, distance(id)]));
    missing.sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
  }
  for (const id of missing.slice(0, batchSize)) ids.add(id);
  return { ids, isComplete: missing.length <= batchSize };
}
