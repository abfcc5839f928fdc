/** Moves of the view that a person or another part of the page asks for. */

import { useMemo } from 'react';
import { type ReactFlowInstance, useReactFlow } from 'reactflow';
import type { Point } from '#flow/definition.ts';
import { around, touches } from './box-index.ts';
import type { Scene } from './projection.ts';
import { fitView, type Screen, type View, viewBox } from './visibility.ts';

export type Camera = {
  fit(): void;
  fitTo(widgets: Iterable<string>): void;
  show(widgets: readonly string[]): void;
  zoomTo(scale: number): void;
  center(): Point;
  panBy(by: Point): void;
};

/** A flight takes the design's slow motion, or none for those who asked for less. */
function flight(): { duration: number } {
  return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 280 };
}

export function useCamera(latest: () => { scene: Scene; screen: Screen }): Camera {
  const flow = useReactFlow();
  return useMemo(() => cameraOf(flow, latest), [flow, latest]);
}

function cameraOf(flow: ReactFlowInstance, latest: () => { scene: Scene; screen: Screen }): Camera {
  const boxesOf = (widgets: Iterable<string>) =>
    around([...widgets].flatMap((id) => latest().scene.widgets.get(id)?.box ?? []));
  const center = (): Point => {
    const box = viewBox(flow.getViewport(), latest().screen);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const fitTo = (widgets: Iterable<string>) => {
    const box = boxesOf(widgets);
    if (box !== null) void flow.setViewport(fitView(box, latest().screen), flight());
  };
  return {
    fit: () => fitTo(latest().scene.widgets.keys()),
    fitTo,
    center,
    show: (widgets) => {
      const box = boxesOf(widgets);
      if (box === null) return;
      const { screen } = latest();
      const view: View = flow.getViewport();
      const seen = viewBox(view, screen);
      const inside =
        box.x >= seen.x &&
        box.y >= seen.y &&
        box.x + box.width <= seen.x + seen.width &&
        box.y + box.height <= seen.y + seen.height;
      if (inside && touches(box, seen)) return;
      const fits = box.width <= seen.width && box.height <= seen.height;
      if (!fits) return fitTo(widgets);
      void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: view.zoom, ...flight() });
    },
    zoomTo: (scale) => {
      const { x, y } = center();
      void flow.setCenter(x, y, { zoom: scale, ...flight() });
    },
    panBy: ({ x, y }) => {
      const view = flow.getViewport();
      void flow.setViewport({ ...view, x: view.x + x, y: view.y + y });
    },
  };
}
