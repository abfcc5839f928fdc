/**
 * A display list: the whole scene as a few paths for a canvas element, blocks by colour and cords by status, each in tiles.
 * Built once, painted at any viewport: of the tiles only those in view.
 */

import { type Box, intersects } from '../box.ts';
import type { ChangeMark } from '../canvas-props.ts';
import { type Routes, routePolyline } from '../routing/cord-router.ts';
import type { Colours } from './colours.ts';
import { type CordStatus, cordPaintOrder, cordStatus } from './cord-layer.tsx';
import { changeMarkOf, isFaded, type Overlay, type WidgetStatus, widgetStatus } from './overlay.ts';
import type { Scene, SceneWidget } from './scene.ts';

/** What begins in one square of the canvas, and the box of all of it. */
type Tile = { box: Box; path: Path2D };

/** Side of a tile in canvas units: a screen is two or three wide where cards become blocks. */
const tileSize = 2048;

/** Paths in tiles, so that a large flow costs what is in view. */
class Tiles {
  readonly #tiles = new Map<string, Tile>();

  /** The path to which something is added that lies within `box`. */
  pathFor({ x, y, width, height }: Box): Path2D {
    const key = `${Math.floor(x / tileSize)} ${Math.floor(y / tileSize)}`;
    const tile = this.#tiles.get(key);
    if (tile === undefined) {
      const path = new Path2D();
      this.#tiles.set(key, { box: { x, y, width, height }, path });
      return path;
    }
    const { box } = tile;
    const [right, bottom] = [
      Math.max(box.x + box.width, x + width),
      Math.max(box.y + box.height, y + height),
    ];
    const [left, top] = [Math.min(box.x, x), Math.min(box.y, y)];
    tile.box = { x: left, y: top, width: right - left, height: bottom - top };
    return tile.path;
  }

  /** The paths of the tiles of which something may be in `view`. */
  *in(view: Box): Generator<Path2D> {
    for (const { box, path } of this.#tiles.values()) if (intersects(box, view)) yield path;
  }
}

export type DisplayList = {
  cords: ReadonlyMap<CordStatus, Tiles>;
  /** Filled blocks by the name of their colour; `isFaded` ones are not on the path, or not changed. */
  blocks: readonly { colour: keyof Colours; isFaded: boolean; tiles: Tiles }[];
  outlines: readonly { colour: keyof Colours; isDashed: boolean; tiles: Tiles }[];
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
  const cords = new Map<CordStatus, Tiles>();
  for (const [id, route] of routes) {
    if (omitted.cords.has(id)) continue;
    const points = routePolyline(route);
    const path = getOrCreateTiles(cords, cordStatus(overlay, id)).pathFor(boxOfPoints(points));
    points.forEach(([x, y], index) => {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
  }
  const blocks = new Map<string, Tiles>();
  const outlines = new Map<string, Tiles>();
  const signs: { mark: ChangeMark; x: number; y: number }[] = [];
  for (const widget of scene.widgets.values()) {
    if (omitted.widgets.has(widget.id)) continue;
    const status = widgetStatus(overlay, widget.id);
    const mark = changeMarkOf(status);
    const { box } = widget;
    const { x, y, width, height } = box;
    getOrCreateTiles(blocks, `${fillColour(widget)} ${isFaded(status) || mark === 'removed'}`)
      .pathFor(box)
      .roundRect(x, y, width, height, 20);
    const outline = outlineColour(widget, selected, status);
    if (outline !== null)
      getOrCreateTiles(outlines, `${outline} ${mark === 'removed'}`)
        .pathFor(box)
        .roundRect(x, y, width, height, 20);
    if (mark !== null) signs.push({ mark, x, y });
  }
  return {
    cords,
    blocks: [...blocks].map(([key, tiles]) => {
      const [colour, isFaded] = key.split(' ');
      return { colour: colour as keyof Colours, isFaded: isFaded === 'true', tiles };
    }),
    outlines: [...outlines].map(([key, tiles]) => {
      const [colour, isDashed] = key.split(' ');
      return { colour: colour as keyof Colours, isDashed: isDashed === 'true', tiles };
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

/** Paints what is in `view` on a context whose transform is set to canvas units. `px` is one screen px in canvas units. */
export function paintDisplayList(
  context: CanvasRenderingContext2D,
  displayList: DisplayList,
  colours: Colours,
  px: number,
  view: Box,
): void {
  for (const status of cordPaintOrder) {
    const tiles = displayList.cords.get(status);
    if (tiles === undefined) continue;
    context.strokeStyle = colours[cordColours[status]];
    context.lineWidth = (status === 'default' || status === 'faded' ? 1 : 2) * px;
    context.setLineDash(status === 'removed' ? [5 * px, 4 * px] : []);
    for (const path of tiles.in(view)) context.stroke(path);
  }
  context.setLineDash([]);
  for (const { colour, isFaded, tiles } of displayList.blocks) {
    context.globalAlpha = isFaded ? 0.35 : 1;
    context.fillStyle = colours[colour];
    for (const path of tiles.in(view)) context.fill(path);
  }
  context.globalAlpha = 1;
  for (const { colour, isDashed, tiles } of displayList.outlines) {
    context.strokeStyle = colours[colour];
    context.lineWidth = 2 * px;
    context.setLineDash(isDashed ? [4 * px, 3 * px] : []);
    for (const path of tiles.in(view)) context.stroke(path);
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

function boxOfPoints(points: readonly (readonly [x: number, y: number])[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function getOrCreateTiles<K>(all: Map<K, Tiles>, key: K): Tiles {
  const existing = all.get(key);
  if (existing !== undefined) return existing;
  const tiles = new Tiles();
  all.set(key, tiles);
  return tiles;
}
