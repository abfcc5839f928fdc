/** What pointers on the canvas need to know of it, as it is at the moment. */

import type { Point } from '#flow/definition.ts';
import type { BoxIndex } from './box-index.ts';
import type { Camera } from './camera.ts';
import type { CanvasProps } from './canvas-props.ts';
import type { Scene } from './projection.ts';
import type { Routes } from './route.ts';
import type { Screen, View } from './visibility.ts';

/** `origin` is the canvas's top left corner in the window, in px. */
export type Surroundings = {
  scene: Scene;
  routes: Routes;
  cords: BoxIndex<string>;
  screen: Screen;
  view: View;
  origin: Point;
  props: CanvasProps;
  camera: Camera;
  spaceDown: boolean;
};

/** The canvas place under a pointer. */
export function placeOf(event: { clientX: number; clientY: number }, { view, origin }: Surroundings): Point {
  return {
    x: (event.clientX - origin.x - view.x) / view.zoom,
    y: (event.clientY - origin.y - view.y) / view.zoom,
  };
}
