/** Moves of the view that a person or another part of the page asks for. */

import { useMemo } from 'react';
import { type ReactFlowInstance, useReactFlow } from 'reactflow';
import type { Point } from '#flow/definition.ts';
import { boundingBox, intersects } from '../box.ts';
import type { Scene } from '../render/scene.ts';
import { fitView, type ScreenSize, type Viewport, visibleBox } from './viewport.ts';

export type Camera = {
  fit(): void;
  fitTo(widgets: Iterable<string>): void;
  reveal(widgets: readonly string[]): void;
  zoomTo(scale: number): void;
  center(): Point;
  panBy(by: Point): void;
};

/** A flight takes the design's slow motion, or none for those who asked for less. */
function animation(): { duration: number } {
  return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 280 };
}

export function useCamera(latest: () => { scene: Scene; screen: ScreenSize }): Camera {
  const flow = useReactFlow();
  return useMemo(() => createCamera(flow, latest), [flow, latest]);
}

function createCamera(flow: ReactFlowInstance, latest: () => { scene: Scene; screen: ScreenSize }): Camera {
  const boxesOf = (widgets: Iterable<string>) =>
    boundingBox([...widgets].flatMap((id) => latest().scene.widgets.get(id)?.box ?? []));
  const center = (): Point => {
    const box = visibleBox(flow.getViewport(), latest().screen);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const fitTo = (widgets: Iterable<string>) => {
    const box = boxesOf(widgets);
    if (box !== null) void flow.setViewport(fitView(box, latest().screen), animation());
  };
  return {
    fit: () => fitTo(latest().scene.widgets.keys()),
    fitTo,
    center,
    reveal: (widgets) => {
      const box = boxesOf(widgets);
      if (box === null) return;
      const { screen } = latest();
      const view: Viewport = flow.getViewport();
      const seen = visibleBox(view, screen);
      const inside =
        box.x >= seen.x &&
        box.y >= seen.y &&
        box.x + box.width <= seen.x + seen.width &&
        box.y + box.height <= seen.y + seen.height;
      if (inside && intersects(box, seen)) return;
      const fits = box.width <= seen.width && box.height <= seen.height;
      if (!fits) return fitTo(widgets);
      void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: view.zoom, ...animation() });
    },
    zoomTo: (scale) => {
      const { x, y } = center();
      void flow.setCenter(x, y, { zoom: scale, ...animation() });
    },
    panBy: ({ x, y }) => {
      const view = flow.getViewport();
      void flow.setViewport({ ...view, x: view.x + x, y: view.y + y });
    },
  };
}
