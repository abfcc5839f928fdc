/** What lies under a point of the canvas, found by geometry: at any zoom, mounted or not. */

import type { Point } from '#flow/definition.ts';
import { type Box, containsPoint, type SpatialIndex } from '../box.ts';
import type { OutletRef } from '../canvas-props.ts';
import { jackPosition, type Scene, type SceneWidget } from '../render/scene.ts';
import { distanceToRoute } from '../routing/cord-path.ts';
import type { Routes } from '../routing/cord-router.ts';
import type { LevelOfDetail } from '../viewport/viewport.ts';

export type Hit =
  | { kind: 'jack'; widget: string; outlet: OutletRef; plugged: boolean }
  | { kind: 'widget'; widget: string }
  | { kind: 'cord'; cord: string }
  | null;

/** Half of the area, in screen px, in which a jack or a cord is met. */
const cordTolerance = 8;
const jackTolerance = 12;

export function hitTest(
  scene: Scene,
  routes: Routes,
  cords: SpatialIndex<string>,
  at: Point,
  zoom: number,
  detail: LevelOfDetail,
): Hit {
  const px = 1 / zoom;
  const around: Box = {
    x: at.x - jackTolerance * px,
    y: at.y - jackTolerance * px,
    width: 2 * jackTolerance * px,
    height: 2 * jackTolerance * px,
  };
  const near = [...scene.widgetIndex.search(around)].flatMap((id) => scene.widgets.get(id) ?? []);
  near.sort((a, b) => b.index - a.index);
  if (detail !== 'block') {
    for (const widget of near) {
      const jack = hitJack(widget, at, zoom, detail);
      if (jack !== null) return jack;
    }
  }
  const over = near.find(({ box }) => containsPoint(box, at.x, at.y));
  if (over !== undefined) return { kind: 'widget', widget: over.id };
  const cord = cordAt(routes, cords, at, cordTolerance * px);
  return cord === null ? null : { kind: 'cord', cord };
}

/** The widget under a point that a cord may be plugged into. */
export function dropTargetAt(scene: Scene, at: Point, zoom: number): string | null {
  const margin = 12 / zoom;
  const area = { x: at.x - margin, y: at.y - margin, width: 2 * margin, height: 2 * margin };
  let best: SceneWidget | null = null;
  for (const id of scene.widgetIndex.search(area)) {
    const widget = scene.widgets.get(id);
    if (widget === undefined || widget.summary.isTrigger) continue;
    if (best === null || (containsPoint(widget.box, at.x, at.y) && widget.index > best.index)) best = widget;
  }
  return best?.id ?? null;
}

/** The cord nearest to a point, within `reach` canvas units. */
export function cordAt(
  routes: Routes,
  cords: SpatialIndex<string>,
  at: Point,
  within: number,
): string | null {
  let best: string | null = null;
  let least = within;
  for (const id of cords.search({
    x: at.x - within,
    y: at.y - within,
    width: 2 * within,
    height: 2 * within,
  })) {
    const route = routes.get(id);
    if (route === undefined) continue;
    const distance = distanceToRoute(route, at.x, at.y);
    if (distance <= least) {
      least = distance;
      best = id;
    }
  }
  return best;
}

/** A free outlet is met in its whole cell, a plugged one at its jack, so that the card stays easy to take hold of. */
function hitJack(
  { id, box, summary: face, plugged }: SceneWidget,
  at: Point,
  zoom: number,
  detail: LevelOfDetail,
): Hit {
  const { outlets } = face;
  const cell = box.width / Math.max(1, outlets.length);
  const index = Math.floor((at.x - box.x) / cell);
  const outlet = outlets[index];
  if (outlet === undefined) return null;
  const jack = jackPosition(box, outlets.length, index);
  const isPlugged = plugged[index] ?? false;
  const atJack = Math.hypot(at.x - jack.x, at.y - jack.y) <= Math.min(jackTolerance / zoom, cell / 2 + 4);
  const inCell =
    detail === 'full' && !isPlugged && at.y > box.y + box.height - 28 && at.y <= box.y + box.height + 8;
  if (!atJack && !inCell) return null;
  return { kind: 'jack', widget: id, outlet: { widget: id, outlet: outlet.key }, plugged: isPlugged };
}
