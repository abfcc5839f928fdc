/** A display list: the whole scene as a few paths for a canvas element, blocks by colour and cords by status. Built once, painted at any viewport. */

import type { Box } from '../box.ts';
import type { ChangeMark } from '../canvas-props.ts';
import { type Routes, routePolyline } from '../routing/cord-router.ts';
import type { Colours } from './colours.ts';
import { type CordStatus, cordPaintOrder, cordStatus } from './cord-layer.tsx';
import { changeMarkOf, isFaded, type Overlay, type WidgetStatus, widgetStatus } from './overlay.ts';
import type { Scene, SceneWidget } from './scene.ts';

export type DisplayList = {
  cords: ReadonlyMap<CordStatus, Path2D>;
  /** Filled blocks by the name of their colour; `isFaded` ones are not on the path, or not changed. */
  blocks: readonly { colour: keyof Colours; isFaded: boolean; path: Path2D }[];
  outlines: readonly { colour: keyof Colours; isDashed: boolean; path: Path2D }[];
  /** Signs of changed widgets, at their top left corners. */
  signs: readonly { mark: ChangeMark; x: number; y: number }[];
};

export type Omitted = { widgets: ReadonlySet<string>; cords: ReadonlySet<string> };

const nothing: Omitted = { widgets: new Set(), cords: new Set() };

/** Builds the paths of all cords and widgets but the `omitted` ones. */
export function buildDisplayList(
  scene: Pick<Scene, 'widgets'>,
  routes: Routes,
  overlay: Overlay | null,
  selected: ReadonlySet<string>,
  omitted: Omitted = nothing,
): DisplayList {
  const cords = new Map<CordStatus, Path2D>();
  for (const [id, route] of routes) {
    if (omitted.cords.has(id)) continue;
    const path = getOrCreatePath(cords, cordStatus(overlay, id));
    routePolyline(route).forEach(([x, y], index) => {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
  }
  const blocks = new Map<string, Path2D>();
  const outlines = new Map<string, Path2D>();
  const signs: { mark: ChangeMark; x: number; y: number }[] = [];
  for (const widget of scene.widgets.values()) {
    if (omitted.widgets.has(widget.id)) continue;
    const status = widgetStatus(overlay, widget.id);
    const mark = changeMarkOf(status);
    const { x, y, width, height } = widget.box;
    getOrCreatePath(blocks, `${fillColour(widget)} ${isFaded(status) || mark === 'removed'}`).roundRect(
      x,
      y,
      width,
      height,
      20,
    );
    const outline = outlineColour(widget, selected, status);
    if (outline !== null)
      getOrCreatePath(outlines, `${outline} ${mark === 'removed'}`).roundRect(x, y, width, height, 20);
    if (mark !== null) signs.push({ mark, x, y });
  }
  return {
    cords,
    blocks: [...blocks].map(([key, path]) => {
      const [colour, isFaded] = key.split(' ');
      return { colour: colour as keyof Colours, isFaded: isFaded === 'true', path };
    }),
    outlines: [...outlines].map(([key, path]) => {
      const [colour, isDashed] = key.split(' ');
      return { colour: colour as keyof Colours, isDashed: isDashed === 'true', path };
    }),
    signs,
  };
}

/** The colour of a widget's block: its category's, or ink for the trigger. */
export function fillColour({ summary }: SceneWidget): keyof Colours {
  return summary.isTrigger ? 'ink' : summary.category;
}

/** The colour of each mark, here and as `m-…` in the style sheet. */
const markColours: { readonly [M in ChangeMark]: keyof Colours } = {
  added: 'visited',
  removed: 'danger',
  changed: 'changed',
  renamed: 'changed',
  moved: 'edge',
};

/** What the sign of each mark shows, in units of its radius: strokes on a disc. */
const signStrokes: {
  readonly [M in ChangeMark]: readonly [x0: number, y0: number, x1: number, y1: number][];
} = {
  added: [
    [-0.5, 0, 0.5, 0],
    [0, -0.5, 0, 0.5],
  ],
  removed: [[-0.5, 0, 0.5, 0]],
  changed: [[-0.4, 0.4, 0.4, -0.4]],
  renamed: [[-0.4, 0.4, 0.4, -0.4]],
  moved: [
    [-0.5, 0, 0.5, 0],
    [0.5, 0, 0.1, -0.4],
    [0.5, 0, 0.1, 0.4],
  ],
};

/** Radius of a sign, in screen px. */
const signRadius = 7;

function outlineColour(
  widget: SceneWidget,
  selected: ReadonlySet<string>,
  status: WidgetStatus | null,
): keyof Colours | null {
  if (selected.has(widget.id)) return 'accent';
  const mark = changeMarkOf(status);
  if (mark !== null) return markColours[mark];
  if (status !== null && !isFaded(status) && status !== 'upcoming') return 'visited';
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
    context.strokeStyle = colours[cordColours[status]];
    context.lineWidth = (status === 'default' || status === 'faded' ? 1 : 2) * px;
    context.setLineDash(status === 'removed' ? [5 * px, 4 * px] : []);
    context.stroke(path);
  }
  context.setLineDash([]);
  for (const { colour, isFaded, path } of displayList.blocks) {
    context.globalAlpha = isFaded ? 0.35 : 1;
    context.fillStyle = colours[colour];
    context.fill(path);
  }
  context.globalAlpha = 1;
  for (const { colour, isDashed, path } of displayList.outlines) {
    context.strokeStyle = colours[colour];
    context.lineWidth = 2 * px;
    context.setLineDash(isDashed ? [4 * px, 3 * px] : []);
    context.stroke(path);
  }
  context.setLineDash([]);
  for (const sign of displayList.signs) paintSign(context, sign, colours, signRadius * px);
}

const cordColours: { readonly [S in CordStatus]: keyof Colours } = {
  faded: 'dim',
  default: 'edge',
  upcoming: 'edge',
  visited: 'visited',
  removed: 'danger',
  added: 'visited',
};

function paintSign(
  context: CanvasRenderingContext2D,
  { mark, x, y }: DisplayList['signs'][number],
  colours: Colours,
  radius: number,
): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colours[markColours[mark]];
  context.fill();
  context.beginPath();
  for (const [x0, y0, x1, y1] of signStrokes[mark]) {
    context.moveTo(x + x0 * radius, y + y0 * radius);
    context.lineTo(x + x1 * radius, y + y1 * radius);
  }
  context.strokeStyle = colours.canvas;
  context.lineWidth = radius / 3.5;
  context.stroke();
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
