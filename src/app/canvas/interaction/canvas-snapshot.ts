/** What pointers on the canvas need to know of it, as it is at the moment. */

import type { Point } from '#flow/definition.ts';
import type { SpatialIndex } from '../box.ts';
import type { CanvasProps } from '../canvas-props.ts';
import type { Scene } from '../render/scene.ts';
import type { Routes } from '../routing/cord-router.ts';
import type { Camera } from '../viewport/camera.ts';
import type { ScreenSize, Viewport } from '../viewport/viewport.ts';

/** `origin` is the canvas's top left corner in the window, in px. */
export type CanvasSnapshot = {
  scene: Scene;
  routes: Routes;
  cordIndex: SpatialIndex<string>;
  screen: ScreenSize;
  viewport: Viewport;
  origin: Point;
  props: CanvasProps;
  camera: Camera;
  spaceDown: boolean;
};

/** The canvas place under a pointer. */
export function toCanvasPoint(
  event: { clientX: number; clientY: number },
  { viewport: view, origin }: CanvasSnapshot,
): Point {
  return {
    x: (event.clientX - origin.x - view.x) / view.zoom,
    y: (event.clientY - origin.y - view.y) / view.zoom,
  };
}
