/**
 * The flow painted on a canvas element below the cards: at the lowest level of detail it is all that is drawn;
 * above, it paints placeholders for what is in view but not mounted yet. Repainted at most once per frame,
 * outside of React.
 */

import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore, useStoreApi } from 'reactflow';
import { type Box, inflate } from '../box.ts';
import type { Routes } from '../routing/cord-router.ts';
import { levelOfDetailAt } from '../viewport/level-of-detail.ts';
import { type ScreenSize, viewportOf, visibleBox } from '../viewport/viewport.ts';
import { paintBlockLabels } from './block-labels.ts';
import type { Colours } from './colours.ts';
import {
  buildDisplayList,
  type DisplayList,
  type Omitted,
  paintDisplayList,
  paintPlaceholders,
} from './display-list.ts';
import { useIconPaths } from './icon-paths.tsx';
import { isFaded, type Overlay, widgetStatus } from './overlay.ts';
import { type RasterDrag, unmountedInView } from './raster-drag.ts';
import type { Scene } from './scene.ts';

type RasterLayerProps = {
  scene: Scene;
  routes: Routes;
  /** The routes of the cords of dragged widgets at the moment. */
  dragRoutes: Routes;
  overlay: Overlay | null;
  selected: ReadonlySet<string>;
  colours: Colours;
  screen: ScreenSize;
  /** What is being dragged and not drawn at its old place. */
  omitted: Omitted;
  rasterDrag: RasterDrag | null;
  mounted: ReadonlySet<string>;
};

const isBlockDetail = ({ transform }: { transform: [number, number, number] }) =>
  levelOfDetailAt(transform[2]) === 'block';

export function RasterLayer(props: RasterLayerProps) {
  const { scene, colours, screen, overlay, omitted, rasterDrag, mounted } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const isBlank = useRef(true);
  const store = useStoreApi();
  const isBlockLevel = useStore(isBlockDetail);
  const displayLists = useDisplayLists(props, isBlockLevel);
  const { paths: icons, source } = useIconPaths(isBlockLevel ? scene : null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context === null || context === undefined) return;
    const scale = window.devicePixelRatio;
    const [width, height] = [Math.round(screen.width * scale), Math.round(screen.height * scale)];
    if (context.canvas.width !== width) context.canvas.width = width;
    if (context.canvas.height !== height) context.canvas.height = height;
    const { fontFamily } = getComputedStyle(context.canvas);
    let frame = 0;
    const draw = () => {
      frame = 0;
      const viewport = viewportOf(store.getState().transform);
      const isBlock = levelOfDetailAt(viewport.zoom) === 'block';
      const unmounted = isBlock ? null : unmountedInView(scene, viewport, screen, mounted, rasterDrag);
      const isEmpty = unmounted !== null && unmounted.resting.length + unmounted.dragged.length === 0;
      if (isBlank.current && isEmpty) return;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
      isBlank.current = isEmpty;
      const zoom = viewport.zoom * scale;
      context.setTransform(zoom, 0, 0, zoom, viewport.x * scale, viewport.y * scale);
      const delta = rasterDrag?.delta ?? { x: 0, y: 0 };
      const translateDragged = () => context.translate(delta.x, delta.y);
      if (unmounted === null) {
        const [resting, cords, dragged] = displayLists;
        // Lines are up to three px wide, signs seven.
        const view = inflate(visibleBox(viewport, screen), 8 / viewport.zoom);
        const paint = (list: DisplayList | null, inView: Box) => {
          if (list !== null) paintDisplayList(context, list, colours, 1 / viewport.zoom, inView);
        };
        paint(resting, view);
        paint(cords, view);
        translateDragged();
        paint(dragged, { ...view, x: view.x - delta.x, y: view.y - delta.y });
        context.setTransform(scale, 0, 0, scale, 0, 0);
        const labels = [...scene.widgetIndex.search(visibleBox(viewport, screen))].flatMap((id) => {
          const widget = omitted.widgets.has(id) ? undefined : scene.widgets.get(id);
          return widget === undefined ? [] : [{ widget, isFaded: isFaded(widgetStatus(overlay, id)) }];
        });
        paintBlockLabels(context, labels, { viewport, colours, icons, scale, fontFamily });
      } else {
        paintPlaceholders(context, unmounted.resting, colours);
        translateDragged();
        paintPlaceholders(context, unmounted.dragged, colours);
      }
    };
    draw();
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform !== before.transform && frame === 0) frame = requestAnimationFrame(draw);
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [displayLists, scene, colours, icons, screen, overlay, omitted, rasterDrag, mounted, store]);
  return (
    <>
      <canvas ref={canvas} className="raster-layer" aria-hidden />
      {source}
    </>
  );
}

const noRoutes: Routes = new Map();
const noWidgets: Pick<Scene, 'widgets'> = { widgets: new Map() };
const noIds: ReadonlySet<string> = new Set();

type DisplayLists = readonly [
  resting: DisplayList | null,
  cords: DisplayList | null,
  dragged: DisplayList | null,
];

function createDisplayListCache() {
  let kept: { of: readonly unknown[]; list: DisplayList } | null = null;
  return (...of: Parameters<typeof buildDisplayList>): DisplayList => {
    if (kept === null || of.some((each, at) => each !== kept?.of[at]))
      kept = { of, list: buildDisplayList(...of) };
    return kept.list;
  };
}

/** What is painted at the lowest level of detail: what rests, the cords of what is dragged, and on top what is dragged, at its old place. */
function useDisplayLists(props: RasterLayerProps, isBlock: boolean): DisplayLists {
  const { scene, routes, dragRoutes, overlay, selected, omitted, rasterDrag } = props;
  const ids = isBlock ? (rasterDrag?.ids ?? null) : null;
  // Zooming back and forth across the lowest level of detail builds it once.
  const [restingList] = useState(createDisplayListCache);
  const resting = useMemo(
    () => (isBlock ? restingList(scene, routes, overlay, selected, omitted) : null),
    [isBlock, restingList, scene, routes, overlay, selected, omitted],
  );
  const cords = useMemo(
    () => (ids === null ? null : buildDisplayList(noWidgets, dragRoutes, overlay, noIds)),
    [ids, dragRoutes, overlay],
  );
  const dragged = useMemo(() => {
    if (ids === null) return null;
    const widgets = new Map([...scene.widgets].filter(([id]) => ids.has(id)));
    return buildDisplayList({ widgets }, noRoutes, overlay, selected);
  }, [ids, scene, overlay, selected]);
  return useMemo(() => [resting, cords, dragged], [resting, cords, dragged]);
}
