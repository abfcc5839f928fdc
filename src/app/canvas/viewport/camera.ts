/** The camera: moves of the viewport that a key, a button or another part of the page requests. */

import { useMemo } from 'react';
import { type ReactFlowInstance, useReactFlow } from 'reactflow';
import type { Point } from '#flow/definition.ts';
import { boundingBox, intersects } from '../box.ts';
import type { Scene } from '../render/scene.ts';
import { fitView, type ScreenSize, type Viewport, visibleBox } from './viewport.ts';

/** Requests to the viewport. Widgets that do not exist are ignored. */
export type Camera = {
  fit(): void;
  fitTo(widgets: Iterable<string>): void;
  reveal(widgets: readonly string[]): void;
  zoomTo(scale: number): void;
  center(): Point;
  panBy(by: Point): void;
};

/** Camera moves take the design's slow motion, or none with `prefers-reduced-motion`. */
function animation(): { duration: number } {
  return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 280 };
}

/** The camera of the canvas. `latest` gives the scene and screen size at the time of a call. */
export function useCamera(latest: () => { scene: Scene; screen: ScreenSize }): Camera {
  const reactFlow = useReactFlow();
  return useMemo(() => createCamera(reactFlow, latest), [reactFlow, latest]);
}

function createCamera(
  reactFlow: ReactFlowInstance,
  latest: () => { scene: Scene; screen: ScreenSize },
): Camera {
  const boxesOf = (widgets: Iterable<string>) =>
    boundingBox([...widgets].flatMap((id) => latest().scene.widgets.get(id)?.box ?? []));
  const center = (): Point => {
    const box = visibleBox(reactFlow.getViewport(), latest().screen);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const fitTo = (widgets: Iterable<string>) => {
    const box = boxesOf(widgets);
    if (box !== null) void reactFlow.setViewport(fitView(box, latest().screen), animation());
  };
  return {
    fit: () => fitTo(latest().scene.widgets.keys()),
    fitTo,
    center,
    reveal: (widgets) => {
      const box = boxesOf(widgets);
      if (box === null) return;
      const { screen } = latest();
      const viewport: Viewport = reactFlow.getViewport();
      const visible = visibleBox(viewport, screen);
      const isInside =
        box.x >= visible.x &&
        box.y >= visible.y &&
        box.x + box.width <= visible.x + visible.width &&
        box.y + box.height <= visible.y + visible.height;
      if (isInside && intersects(box, visible)) return;
      const fits = box.width <= visible.width && box.height <= visible.height;
      if (!fits) return fitTo(widgets);
      void reactFlow.setCenter(box.x + box.width / 2, box.y + box.height / 2, {
        zoom: viewport.zoom,
        ...animation(),
      });
    },
    zoomTo: (scale) => {
      const { x, y } = center();
      void reactFlow.setCenter(x, y, { zoom: scale, ...animation() });
    },
    panBy: ({ x, y }) => {
      const viewport = reactFlow.getViewport();
      void reactFlow.setViewport({ ...viewport, x: viewport.x + x, y: viewport.y + y });
    },
  };
}
