/** What lies under a point of the canvas, found by geometry: at any zoom, mounted or not. */

import type { Point } from '#flow/definition.ts';
import { type Box, type BoxIndex, contains } from './box-index.ts';
import type { OutletRef } from './canvas-props.ts';
import { distanceTo } from './cord-path.ts';
import { jackAt, type Scene, type Widget } from './projection.ts';
import type { Routes } from './route.ts';
import type { Detail } from './visibility.ts';

export type Hit =
  | { kind: 'jack'; widget: string; outlet: OutletRef; plugged: boolean }
  | { kind: 'widget'; widget: string }
  | { kind: 'cord'; cord: string }
  | null;

/** Half of the area, in screen px, in which a jack or a cord is met. */
const reach = 8;
const jackReach = 12;

export function hitTest(
  scene: Scene,
  routes: Routes,
  cords: BoxIndex<string>,
  at: Point,
  zoom: number,
  detail: Detail,
): Hit {
  const px = 1 / zoom;
  const around: Box = {
    x: at.x - jackReach * px,
    y: at.y - jackReach * px,
    width: 2 * jackReach * px,
    height: 2 * jackReach * px,
  };
  const near = [...scene.index.within(around)].flatMap((id) => scene.widgets.get(id) ?? []);
  near.sort((a, b) => b.index - a.index);
  if (detail !== 'block') {
    for (const widget of near) {
      const jack = jackHit(widget, at, zoom, detail);
      if (jack !== null) return jack;
    }
  }
  const over = near.find(({ box }) => contains(box, at.x, at.y));
  if (over !== undefined) return { kind: 'widget', widget: over.id };
  const cord = cordHit(routes, cords, at, reach * px);
  return cord === null ? null : { kind: 'cord', cord };
}

/** The widget under a point that a cord may be plugged into. */
export function targetAt(scene: Scene, at: Point, zoom: number): string | null {
  const margin = 12 / zoom;
  const area = { x: at.x - margin, y: at.y - margin, width: 2 * margin, height: 2 * margin };
  let best: Widget | null = null;
  for (const id of scene.index.within(area)) {
    const widget = scene.widgets.get(id);
    if (widget === undefined || widget.face.rail) continue;
    if (best === null || (contains(widget.box, at.x, at.y) && widget.index > best.index)) best = widget;
  }
  return best?.id ?? null;
}

/** The cord nearest to a point, within `reach` canvas units. */
export function cordHit(routes: Routes, cords: BoxIndex<string>, at: Point, within: number): string | null {
  let best: string | null = null;
  let least = within;
  for (const id of cords.within({
    x: at.x - within,
    y: at.y - within,
    width: 2 * within,
    height: 2 * within,
  })) {
    const route = routes.get(id);
    if (route === undefined) continue;
    const distance = distanceTo(route, at.x, at.y);
    if (distance <= least) {
      least = distance;
      best = id;
    }
  }
  return best;
}

/** A free outlet is met in its whole cell, a plugged one at its jack, so that the card stays easy to take hold of. */
function jackHit({ id, box, face, plugged }: Widget, at: Point, zoom: number, detail: Detail): Hit {
  const { outlets } = face;
  const cell = box.width / Math.max(1, outlets.length);
  const index = Math.floor((at.x - box.x) / cell);
  const outlet = outlets[index];
  if (outlet === undefined) return null;
  const jack = jackAt(box, outlets.length, index);
  const isPlugged = plugged[index] ?? false;
  const atJack = Math.hypot(at.x - jack.x, at.y - jack.y) <= Math.min(jackReach / zoom, cell / 2 + 4);
  const inCell =
    detail === 'full' && !isPlugged && at.y > box.y + box.height - 28 && at.y <= box.y + box.height + 8;
  if (!atJack && !inCell) return null;
  return { kind: 'jack', widget: id, outlet: { widget: id, outlet: outlet.key }, plugged: isPlugged };
}
