/** The canvas as gestures and keys see it: a snapshot, read again for each event. */

import type { Point } from '#flow/definition.ts';
import type { CanvasProps } from '../canvas-props.ts';
import type { Scene } from '../render/scene.ts';
import type { Routes } from '../routing/cord-router.ts';
import type { Camera } from '../viewport/camera.ts';
import type { SpatialIndex } from '../viewport/spatial-index.ts';
import type { ScreenSize, Viewport } from '../viewport/viewport.ts';

/** `origin` is the top left corner of the canvas in the window, in px. */
export type CanvasSnapshot = {
  scene: Scene;
  routes: Routes;
  cordIndex: SpatialIndex<string>;
  screen: ScreenSize;
  viewport: Viewport;
  origin: Point;
  props: CanvasProps;
  camera: Camera;
  isSpaceDown: boolean;
};

/** The point under a pointer in canvas units. */
export function toCanvasPoint(
  event: { clientX: number; clientY: number },
  { viewport, origin }: CanvasSnapshot,
): Point {
  return {
    x: (event.clientX - origin.x - viewport.x) / viewport.zoom,
    y: (event.clientY - origin.y - viewport.y) / viewport.zoom,
  };
}

/** The place of a point in canvas units in the window, in px. */
export function toScreenPoint({ x, y }: Point, { viewport, origin }: CanvasSnapshot): Point {
  return {
    x: x * viewport.zoom + viewport.x + origin.x,
    y: y * viewport.zoom + viewport.y + origin.y,
  };
}
