/** A display list: the whole scene as a few paths for a canvas element, blocks by colour and cords by status. Built once, painted at any viewport. */

import type { Box } from '../box.ts';
import { type Routes, routePolyline } from '../routing/cord-router.ts';
import type { Colours } from './colours.ts';
import { type CordStatus, cordPaintOrder, cordStatus } from './cord-layer.tsx';
import type { PathOverlay } from './path-overlay.ts';
import type { Scene, SceneWidget } from './scene.ts';

export type DisplayList = {
  cords: ReadonlyMap<CordStatus, Path2D>;
  /** Filled blocks by the name of their colour; `isFaded` ones are not on the path shown. */
  blocks: readonly { colour: keyof Colours; isFaded: boolean; path: Path2D }[];
  outlines: readonly { colour: keyof Colours; path: Path2D }[];
};

export type Omitted = { widgets: ReadonlySet<string>; cords: ReadonlySet<string> };

const nothing: Omitted = { widgets: new Set(), cords: new Set() };

/** Builds the paths of all cords and widgets but the `omitted` ones. */
export function buildDisplayList(
  scene: Pick<Scene, 'widgets'>,
  routes: Routes,
  pathOverlay: PathOverlay | null,
  selected: ReadonlySet<string>,
  omitted: Omitted = nothing,
): DisplayList {
  const cords = new Map<CordStatus, Path2D>();
  for (const [id, route] of routes) {
    if (omitted.cords.has(id)) continue;
    const path = getOrCreatePath(cords, cordStatus(pathOverlay, id));
    routePolyline(route).forEach(([x, y], index) => {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
  }
  const blocks = new Map<string, Path2D>();
  const outlines = new Map<keyof Colours, Path2D>();
  for (const widget of scene.widgets.values()) {
    if (omitted.widgets.has(widget.id)) continue;
    const pathStatus = pathOverlay === null ? null : (pathOverlay.widgets.get(widget.id) ?? 'off-path');
    const { x, y, width, height } = widget.box;
    getOrCreatePath(blocks, `${fillColour(widget)} ${pathStatus === 'off-path'}`).roundRect(
      x,
      y,
      width,
      height,
      20,
    );
    const outline = outlineColour(widget, selected, pathStatus);
    if (outline !== null) getOrCreatePath(outlines, outline).roundRect(x, y, width, height, 20);
  }
  return {
    cords,
    blocks: [...blocks].map(([key, path]) => {
      const [colour, isFaded] = key.split(' ');
      return { colour: colour as keyof Colours, isFaded: isFaded === 'true', path };
    }),
    outlines: [...outlines].map(([colour, path]) => ({ colour, path })),
  };
}

/** The colour of a widget's block: its category's, or ink for the trigger. */
export function fillColour({ summary }: SceneWidget): keyof Colours {
  return summary.isTrigger ? 'ink' : summary.category;
}

function outlineColour(
  widget: SceneWidget,
  selected: ReadonlySet<string>,
  pathStatus: string | null,
): keyof Colours | null {
  if (selected.has(widget.id)) return 'accent';
  if (pathStatus !== null && pathStatus !== 'off-path' && pathStatus !== 'upcoming') return 'visited';
  return (widget.findings?.errors ?? 0) > 0 ? 'danger' : null;
}

/** Paints on a context whose transform is set to canvas units. `px` is one screen px in canvas units. */
export function paintDisplayList(
  context: CanvasRenderingContext2D,
  displayList: DisplayList,
  colours: Colours,
  px: number,
): void {
  for (const status of cordPaintOrder) {
    const path = displayList.cords.get(status);
    if (path === undefined) continue;
    context.strokeStyle =
      status === 'visited' ? colours.visited : status === 'off-path' ? colours.dim : colours.edge;
    context.lineWidth = (status === 'visited' ? 2 : 1) * px;
    context.stroke(path);
  }
  for (const { colour, isFaded, path } of displayList.blocks) {
    context.globalAlpha = isFaded ? 0.35 : 1;
    context.fillStyle = colours[colour];
    context.fill(path);
  }
  context.globalAlpha = 1;
  for (const { colour, path } of displayList.outlines) {
    context.strokeStyle = colours[colour];
    context.lineWidth = 2 * px;
    context.stroke(path);
  }
}

/** Paints plain cards for `widgets` that are in view and not mounted yet. */
export function paintPlaceholders(
  context: CanvasRenderingContext2D,
  widgets: Iterable<SceneWidget>,
  colours: Colours,
): void {
  for (const widget of widgets) {
    const { x, y, width, height }: Box = widget.box;
    context.fillStyle = widget.summary.isTrigger ? colours.rail : colours.card;
    context.fillRect(x, y, width, height);
    context.fillStyle = colours[fillColour(widget)];
    context.fillRect(x + 12, y + 12, 28, 28);
  }
}

function getOrCreatePath<K>(paths: Map<K, Path2D>, key: K): Path2D {
  const existing = paths.get(key);
  if (existing !== undefined) return existing;
  const path = new Path2D();
  paths.set(key, path);
  return path;
}
