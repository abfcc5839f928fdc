/**
 * The flow as a picture, below the cards: far out it is all that is drawn; nearer it stands in for what is
 * in view but not mounted yet. Redrawn once per frame at most, without React.
 */

import { useEffect, useMemo, useRef } from 'react';
import { useStore, useStoreApi } from 'reactflow';
import type { Colours } from './colours.ts';
import { drawingOf, type Omitted, paint, paintBlocks } from './drawing.ts';
import type { PathLook } from './path-look.ts';
import type { Scene } from './projection.ts';
import type { Routes } from './route.ts';
import { detailAt, type Screen, type View, viewBox, viewOf } from './visibility.ts';

type PictureProps = {
  scene: Scene;
  routes: Routes;
  look: PathLook | null;
  selected: ReadonlySet<string>;
  colours: Colours;
  screen: Screen;
  /** What is being dragged and is drawn by elements. */
  omitted: Omitted;
  mounted: ReadonlySet<string>;
};

const isFarOut = ({ transform }: { transform: [number, number, number] }) =>
  detailAt(transform[2]) === 'block';

export function Picture({ scene, routes, look, selected, colours, screen, omitted, mounted }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const store = useStoreApi();
  const far = useStore(isFarOut);
  const drawing = useMemo(
    () => (far ? drawingOf(scene, routes, look, selected, omitted) : null),
    [far, scene, routes, look, selected, omitted],
  );
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined) return;
    const scale = window.devicePixelRatio;
    const [width, height] = [Math.round(screen.width * scale), Math.round(screen.height * scale)];
    context.canvas.width = width;
    context.canvas.height = height;
    let isClean = true;
    let frame = 0;
    const draw = () => {
      frame = 0;
      const view = viewOf(store.getState().transform);
      const isFar = detailAt(view.zoom) === 'block';
      const missing = isFar ? [] : missingIn(scene, view, screen, mounted);
      if (isClean && !isFar && missing.length === 0) return;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
      isClean = !isFar && missing.length === 0;
      const zoom = view.zoom * scale;
      context.setTransform(zoom, 0, 0, zoom, view.x * scale, view.y * scale);
      if (isFar && drawing !== null) paint(context, drawing, colours, 1 / view.zoom);
      else paintBlocks(context, missing, colours);
    };
    draw();
    const stop = store.subscribe((state, before) => {
      if (state.transform !== before.transform && frame === 0) frame = requestAnimationFrame(draw);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [drawing, scene, colours, screen, mounted, store]);
  return <canvas ref={canvas} className="picture" aria-hidden />;
}

function missingIn(scene: Scene, view: View, screen: Screen, mounted: ReadonlySet<string>) {
  const missing = [];
  for (const id of scene.index.within(viewBox(view, screen))) {
    const widget = mounted.has(id) ? undefined : scene.widgets.get(id);
    if (widget !== undefined) missing.push(widget);
  }
  return missing;
}
