/** The whole scene as a few paths, for one canvas element: blocks by colour, cords by tier. Built once, drawn at any view. */

import type { Box } from '../box.ts';
import { type Routes, routePolyline } from '../routing/cord-router.ts';
import type { Colours } from './colours.ts';
import { type CordStatus, cordStatus } from './cord-layer.tsx';
import type { PathOverlay } from './path-overlay.ts';
import type { Scene, SceneWidget } from './scene.ts';

export type DisplayList = {
  cords: ReadonlyMap<CordStatus, Path2D>;
  /** Filled blocks by the name of their colour; `faded` ones are not on the path shown. */
  blocks: readonly { colour: keyof Colours; faded: boolean; path: Path2D }[];
  outlines: readonly { colour: keyof Colours; path: Path2D }[];
};

export type Omitted = { widgets: ReadonlySet<string>; cords: ReadonlySet<string> };

const nothing: Omitted = { widgets: new Set(), cords: new Set() };

export function buildDisplayList(
  scene: Pick<Scene, 'widgets'>,
  routes: Routes,
  look: PathOverlay | null,
  selected: ReadonlySet<string>,
  omitted: Omitted = nothing,
): DisplayList {
  const cords = new Map<CordStatus, Path2D>();
  for (const [id, route] of routes) {
    if (omitted.cords.has(id)) continue;
    const path = getOrCreatePath(cords, cordStatus(look, id));
    routePolyline(route).forEach(([x, y], index) => {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
  }
  const blocks = new Map<string, Path2D>();
  const outlines = new Map<keyof Colours, Path2D>();
  for (const widget of scene.widgets.values()) {
    if (omitted.widgets.has(widget.id)) continue;
    const standing = look === null ? null : (look.widgets.get(widget.id) ?? 'aside');
    const { x, y, width, height } = widget.box;
    getOrCreatePath(blocks, `${fillColour(widget)} ${standing === 'aside'}`).roundRect(
      x,
      y,
      width,
      height,
      20,
    );
    const outline = outlineColour(widget, selected, standing);
    if (outline !== null) getOrCreatePath(outlines, outline).roundRect(x, y, width, height, 20);
  }
  return {
    cords,
    blocks: [...blocks].map(([key, path]) => {
      const [colour, faded] = key.split(' ');
      return { colour: colour as keyof Colours, faded: faded === 'true', path };
    }),
    outlines: [...outlines].map(([colour, path]) => ({ colour, path })),
  };
}

export function fillColour({ summary: face }: SceneWidget): keyof Colours {
  return face.isTrigger ? 'ink' : face.category;
}

function outlineColour(
  widget: SceneWidget,
  selected: ReadonlySet<string>,
  standing: string | null,
): keyof Colours | null {
  if (selected.has(widget.id)) return 'accent';
  if (standing !== null && standing !== 'aside' && standing !== 'later') return 'visited';
  return (widget.findings?.errors ?? 0) > 0 ? 'danger' : null;
}

const paintOrder: readonly CordStatus[] = ['aside', 'rest', 'later', 'visited'];

/** Draws onto a context whose transform is in canvas units already. `px` is one screen px in canvas units. */
export function paintDisplayList(
  context: CanvasRenderingContext2D,
  drawing: DisplayList,
  colours: Colours,
  px: number,
): void {
  for (const tier of paintOrder) {
    const path = drawing.cords.get(tier);
    if (path === undefined) continue;
    context.strokeStyle =
      tier === 'visited' ? colours.visited : tier === 'aside' ? colours.dim : colours.edge;
    context.lineWidth = (tier === 'visited' ? 2 : 1) * px;
    context.stroke(path);
  }
  for (const { colour, faded, path } of drawing.blocks) {
    context.globalAlpha = faded ? 0.35 : 1;
    context.fillStyle = colours[colour];
    context.fill(path);
  }
  context.globalAlpha = 1;
  for (const { colour, path } of drawing.outlines) {
    context.strokeStyle = colours[colour];
    context.lineWidth = 2 * px;
    context.stroke(path);
  }
}

/** Draws what of `widgets` is not mounted yet as plain blocks. */
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
  const known = paths.get(key);
  if (known !== undefined) return known;
  const path = new Path2D();
  paths.set(key, path);
  return path;
}
