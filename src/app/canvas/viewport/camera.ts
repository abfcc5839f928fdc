/** The camera: moves of the viewport that a key, a button or another part of the page requests. */

import { useMemo } from 'react';
import { type ReactFlowInstance, useReactFlow } from 'reactflow';
import { annotationsWith, framesOf, widgetsOfSelection } from '#flow/annotations/travelling.ts';
import type { Point } from '#flow/definition.ts';
import { focusedAnnotation } from '../annotations/focused-annotation.ts';
import { type Box, boundingBox } from '../box.ts';
import type { CanvasProps } from '../canvas-props.ts';
import type { Scene } from '../render/scene.ts';
import type { Beyond } from './out-of-view.ts';
import { fitView, type ScreenSize, type Viewport, visibleBox, zoomLimits } from './viewport.ts';

/** Requests to the viewport. Widgets that do not exist are ignored. */
export type Camera = {
  fit(): void;
  fitTo(widgets: Iterable<string>): void;
  reveal(widgets: readonly string[]): void;
  revealPlace(at: Point & Partial<Box>): void;
  /** Moves the view up at once where less than `height` px of it are below a place, and ends a move that is under way. */
  makeRoomBelow(at: Point, height: number): void;
  /** Moves on by one view, but not further than the flow reaches. */
  moveOn(side: Beyond): void;
  zoomTo(scale: number): void;
  center(): Point;
  panBy(by: Point): void;
};

/** How far a view must move along an axis to contain a range; 0 when it does. */
function distanceInto(start: number, size: number, viewStart: number, viewSize: number): number {
  if (start < viewStart) return start - viewStart;
  return Math.max(0, start + size - viewStart - viewSize);
}

/** The room in canvas units. */
function roomIn({ x, y, zoom }: Viewport, room: Box): Box {
  const { width, height } = visibleBox({ x, y, zoom }, room);
  return { x: (room.x - x) / zoom, y: (room.y - y) / zoom, width, height };
}

/** Camera moves take the design's slow motion, or none with `prefers-reduced-motion`. */
function animation(): { duration: number } {
  return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 280 };
}

/** What the camera looks at: `frames` are those of notes and groups; `room`, in px, is what nothing floats over. */
type Pictured = {
  scene: Scene;
  screen: ScreenSize;
  room(): Box;
  frames: readonly Box[];
  props: Pick<CanvasProps, 'definition'>;
};

/** The box around everything that is drawn; null for an empty flow. */
export function wholeBox({ scene, frames }: Pick<Pictured, 'scene' | 'frames'>): Box | null {
  return boundingBox([...[...scene.widgets.values()].map(({ box }) => box), ...frames]);
}

/** Where a move that has begun will end. */
type Goal = { viewport: Viewport; until: number };

/** The camera of the canvas. `latest` gives the scene and screen size at the time of a call. */
export function useCamera(latest: () => Pictured): Camera {
  const reactFlow = useReactFlow();
  return useMemo(() => createCamera(reactFlow, latest), [reactFlow, latest]);
}

function createCamera(reactFlow: ReactFlowInstance, latest: () => Pictured): Camera {
  let goal: Goal | null = null;
  const moveTo = (viewport: Viewport) => {
    const { duration } = animation();
    goal = { viewport, until: performance.now() + duration };
    void reactFlow.setViewport(viewport, { duration });
  };
  /** The viewport, or what it is about to be: a move that begins during another goes on from where that would have ended. */
  const currentViewport = (): Viewport =>
    goal !== null && performance.now() < goal.until ? goal.viewport : reactFlow.getViewport();
  const boxesOf = (widgets: Iterable<string>) =>
    boundingBox([...widgets].flatMap((id) => latest().scene.widgets.get(id)?.box ?? []));
  const center = (): Point => {
    const box = roomIn(currentViewport(), latest().room());
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const fitBox = (box: Box | null) => {
    if (box !== null) moveTo(fitView(box, latest().room()));
  };
  /** Notes and groups that belong to these widgets are shown as well. */
  const fitTo = (widgets: Iterable<string>) => {
    const { definition } = latest().props;
    const selection = { widgets: new Set(widgets), annotation: focusedAnnotation() };
    const frames = framesOf(annotationsWith(definition, selection));
    const cards = boxesOf(widgetsOfSelection(definition, selection));
    fitBox(boundingBox([...(cards === null ? [] : [cards]), ...frames]));
  };
  const revealBox = (box: Box | null) => {
    if (box === null) return;
    const viewport = currentViewport();
    const visible = roomIn(viewport, latest().room());
    if (box.width > visible.width || box.height > visible.height) return fitBox(box);
    const x = distanceInto(box.x, box.width, visible.x, visible.width) * viewport.zoom;
    const y = distanceInto(box.y, box.height, visible.y, visible.height) * viewport.zoom;
    if (x === 0 && y === 0) return;
    moveTo({ ...viewport, x: viewport.x - x, y: viewport.y - y });
  };
  return {
    fit: () => fitBox(wholeBox(latest())),
    fitTo,
    center,
    reveal: (widgets) => revealBox(boxesOf(widgets)),
    revealPlace: (at) => revealBox({ width: 0, height: 0, ...at }),
    makeRoomBelow: (at, height) => {
      const viewport = currentViewport();
      goal = null;
      const missing = at.y * viewport.zoom + viewport.y + height - latest().screen.height;
      void reactFlow.setViewport({ ...viewport, y: viewport.y - Math.max(0, missing) });
    },
    moveOn: (side) => {
      const [viewport, room, whole] = [currentViewport(), latest().room(), wholeBox(latest())];
      if (whole === null) return;
      const visible = roomIn(viewport, room);
      const [axis, size] =
        side === 'left' || side === 'right' ? (['x', 'width'] as const) : (['y', 'height'] as const);
      const isForward = side === 'below' || side === 'right';
      const beyond = isForward
        ? whole[axis] + whole[size] - visible[axis] - visible[size]
        : visible[axis] - whole[axis];
      const by = Math.min(room[size], Math.max(0, beyond * viewport.zoom));
      moveTo({ ...viewport, [axis]: viewport[axis] + (isForward ? -by : by) });
    },
    zoomTo: (scale) => {
      const { x, y } = center();
      const room = latest().room();
      const zoom = Math.min(zoomLimits.most, Math.max(zoomLimits.least, scale));
      const [left, top] = [room.x + room.width / 2, room.y + room.height / 2];
      moveTo({ x: left - x * zoom, y: top - y * zoom, zoom });
    },
    panBy: ({ x, y }) => {
      const viewport = reactFlow.getViewport();
      void reactFlow.setViewport({ ...viewport, x: viewport.x + x, y: viewport.y + y });
    },
  };
}
