/**
 * The flow as a picture, below the cards: far out it is all that is drawn; nearer it stands in for what is
 * in view but not mounted yet. Redrawn once per frame at most, without React.
 */

import { useEffect, useMemo, useRef } from 'react';
import { useStore, useStoreApi } from 'reactflow';
import type { Routes } from '../routing/cord-router.ts';
import { levelOfDetailAt, type ScreenSize, viewportOf } from '../viewport/viewport.ts';
import type { Colours } from './colours.ts';
import {
  buildDisplayList,
  type DisplayList,
  type Omitted,
  paintDisplayList,
  paintPlaceholders,
} from './display-list.ts';
import type { PathOverlay } from './path-overlay.ts';
import { type RasterDrag, unmountedInView } from './raster-drag.ts';
import type { Scene } from './scene.ts';

type RasterLayerProps = {
  scene: Scene;
  routes: Routes;
  /** The cords that hang on what is being dragged, as they lie at the moment. */
  dragRoutes: Routes;
  pathOverlay: PathOverlay | null;
  selected: ReadonlySet<string>;
  colours: Colours;
  screen: ScreenSize;
  /** What is being dragged and not drawn at its place. */
  omitted: Omitted;
  rasterDrag: RasterDrag | null;
  mounted: ReadonlySet<string>;
};

const isFarOut = ({ transform }: { transform: [number, number, number] }) =>
  levelOfDetailAt(transform[2]) === 'block';

export function RasterLayer(props: RasterLayerProps) {
  const { scene, colours, screen, rasterDrag: carried, mounted } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const isClean = useRef(true);
  const store = useStoreApi();
  const drawings = useDrawings(props, useStore(isFarOut));
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined) return;
    const scale = window.devicePixelRatio;
    const [width, height] = [Math.round(screen.width * scale), Math.round(screen.height * scale)];
    if (context.canvas.width !== width) context.canvas.width = width;
    if (context.canvas.height !== height) context.canvas.height = height;
    let frame = 0;
    const draw = () => {
      frame = 0;
      const view = viewportOf(store.getState().transform);
      const isFar = levelOfDetailAt(view.zoom) === 'block';
      const missing = isFar ? null : unmountedInView(scene, view, screen, mounted, carried);
      const isEmpty = missing !== null && missing.standing.length + missing.carried.length === 0;
      if (isClean.current && isEmpty) return;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
      isClean.current = isEmpty;
      const zoom = view.zoom * scale;
      context.setTransform(zoom, 0, 0, zoom, view.x * scale, view.y * scale);
      const carry = () => context.translate(carried?.delta.x ?? 0, carried?.delta.y ?? 0);
      if (missing === null) {
        const [standing, cords, lifted] = drawings;
        if (standing !== null) paintDisplayList(context, standing, colours, 1 / view.zoom);
        if (cords !== null) paintDisplayList(context, cords, colours, 1 / view.zoom);
        carry();
        if (lifted !== null) paintDisplayList(context, lifted, colours, 1 / view.zoom);
      } else {
        paintPlaceholders(context, missing.standing, colours);
        carry();
        paintPlaceholders(context, missing.carried, colours);
      }
    };
    draw();
    const stop = store.subscribe((state, before) => {
      if (state.transform !== before.transform && frame === 0) frame = requestAnimationFrame(draw);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [drawings, scene, colours, screen, carried, mounted, store]);
  return <canvas ref={canvas} className="picture" aria-hidden />;
}

const noCords: Routes = new Map();
const noWidgets: Pick<Scene, 'widgets'> = { widgets: new Map() };
const nobody: ReadonlySet<string> = new Set();

type Drawings = readonly [
  standing: DisplayList | null,
  cords: DisplayList | null,
  lifted: DisplayList | null,
];

/** What is drawn far out: what stands, the cords of what is carried, and on top what is carried, at its old place. */
function useDrawings(props: RasterLayerProps, far: boolean): Drawings {
  const {
    scene,
    routes,
    dragRoutes: live,
    pathOverlay: look,
    selected,
    omitted,
    rasterDrag: carried,
  } = props;
  const ids = far ? (carried?.ids ?? null) : null;
  const standing = useMemo(
    () => (far ? buildDisplayList(scene, routes, look, selected, omitted) : null),
    [far, scene, routes, look, selected, omitted],
  );
  const cords = useMemo(
    () => (ids === null ? null : buildDisplayList(noWidgets, live, look, nobody)),
    [ids, live, look],
  );
  const lifted = useMemo(() => {
    if (ids === null) return null;
    const widgets = new Map([...scene.widgets].filter(([id]) => ids.has(id)));
    return buildDisplayList({ widgets }, noCords, look, selected);
  }, [ids, scene, look, selected]);
  return useMemo(() => [standing, cords, lifted], [standing, cords, lifted]);
}
