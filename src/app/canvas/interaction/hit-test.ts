/** Hit testing by geometry: what lies under a point of the canvas, at any zoom, mounted or not. */

import type { Point } from '#flow/definition.ts';
import { outletIndexAt } from '#flow/layout/outlet-places.ts';
import { type Box, containsPoint } from '../box.ts';
import type { OutletRef } from '../canvas-props.ts';
import { jackPosition, type Scene, type SceneWidget } from '../render/scene.ts';
import { distanceToRoute } from '../routing/cord-path.ts';
import type { Routes } from '../routing/cord-router.ts';
import { type LevelOfDetail, levelOfDetailAt } from '../viewport/level-of-detail.ts';
import type { SpatialIndex } from '../viewport/spatial-index.ts';
import type { CanvasSnapshot } from './canvas-snapshot.ts';

export type Hit =
  | { kind: 'jack'; widget: string; outlet: OutletRef; isPlugged: boolean }
  | { kind: 'widget'; widget: string }
  | { kind: 'cord'; cord: string }
  | null;

/** Distance in screen px up to which a cord or a jack is hit. */
const cordTolerance = 8;
const jackTolerance = 12;

/** The topmost jack, widget or cord at `at`, in that order; null for empty canvas. */
export function hitTest(
  scene: Scene,
  routes: Routes,
  cordIndex: SpatialIndex<string>,
  at: Point,
  zoom: number,
  levelOfDetail: LevelOfDetail,
): Hit {
  const px = 1 / zoom;
  const area: Box = {
    x: at.x - jackTolerance * px,
    y: at.y - jackTolerance * px,
    width: 2 * jackTolerance * px,
    height: 2 * jackTolerance * px,
  };
  const near = [...scene.widgetIndex.search(area)].flatMap((id) => scene.widgets.get(id) ?? []);
  near.sort((a, b) => b.index - a.index);
  if (levelOfDetail !== 'block') {
    for (const widget of near) {
      const jack = hitJack(widget, at, zoom, levelOfDetail);
      if (jack !== null) return jack;
    }
  }
  const widget = near.find(({ box }) => containsPoint(box, at.x, at.y));
  if (widget !== undefined) return { kind: 'widget', widget: widget.id };
  const cord = cordAt(routes, cordIndex, at, cordTolerance * px);
  return cord === null ? null : { kind: 'cord', cord };
}

/** What lies under a point of the canvas as it is drawn at the moment. */
export function hitCanvas(at: Point, { scene, routes, cordIndex, viewport }: CanvasSnapshot): Hit {
  return hitTest(scene, routes, cordIndex, at, viewport.zoom, levelOfDetailAt(viewport.zoom));
}

/** The widget under a point, with a margin of 12 px, that a cord may be plugged into. */
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

/** The cord nearest to a point, at most `tolerance` canvas units away. */
export function cordAt(
  routes: Routes,
  cordIndex: SpatialIndex<string>,
  at: Point,
  tolerance: number,
): string | null {
  let best: string | null = null;
  let shortest = tolerance;
  for (const id of cordIndex.search({
    x: at.x - tolerance,
    y: at.y - tolerance,
    width: 2 * tolerance,
    height: 2 * tolerance,
  })) {
    const route = routes.get(id);
    if (route === undefined) continue;
    const distance = distanceToRoute(route, at.x, at.y);
    if (distance <= shortest) {
      shortest = distance;
      best = id;
    }
  }
  return best;
}

/** A free outlet is hit in its whole cell, a plugged one only at its jack, so that the card stays easy to drag. */
function hitJack(
  { id, box, summary, plugged }: SceneWidget,
  at: Point,
  zoom: number,
  levelOfDetail: LevelOfDetail,
): Hit {
  const { outlets } = summary;
  const cellWidth = box.width / Math.max(1, outlets.length);
  const index = outletIndexAt(box.width, outlets.length, at.x - box.x);
  const outlet = outlets[index];
  if (outlet === undefined) return null;
  const jack = jackPosition(box, outlets.length, index);
  const isPlugged = plugged[index] ?? false;
  const atJack =
    Math.hypot(at.x - jack.x, at.y - jack.y) <= Math.min(jackTolerance / zoom, cellWidth / 2 + 4);
  const inCell =
    levelOfDetail === 'full' &&
    !isPlugged &&
    at.y > box.y + box.height - 28 &&
    at.y <= box.y + box.height + 8;
  if (!atJack && !inCell) return null;
  return { kind: 'jack', widget: id, outlet: { widget: id, outlet: outlet.key }, isPlugged };
}
