/** React Flow's nodes: a mirror of the mounted widgets, in which a widget that looks the same stays the same object. */

import { useRef } from 'react';
import type { CanvasProps } from '../canvas-props.ts';
import type { Focus, Gesture } from '../interaction/interaction-store.ts';
import type { MountedElements } from '../viewport/use-culling.ts';
import { type CardData, type CardNode, isEqualCardData } from './card-data.ts';
import type { PathOverlay } from './path-overlay.ts';
import { maxMountedDrag } from './raster-drag.ts';
import type { Scene, SceneWidget } from './scene.ts';

type CardNodeInputs = {
  scene: Scene;
  mounted: MountedElements;
  pathOverlay: PathOverlay | null;
  currentWidget: string | null;
  gesture: Gesture | null;
  focus: Focus | null;
  props: CanvasProps;
};

export const copySuffix = '~copy';

export function useCardNodes(looks: CardNodeInputs, hovered: string | null): CardNode[] {
  const cache = useRef(new Map<string, CardNode>());
  const next = new Map<string, CardNode>();
  const { gesture, scene } = looks;
  const move = gesture?.kind === 'move' ? gesture : null;
  for (const id of mountedIds(looks, hovered)) {
    const widget = scene.widgets.get(id);
    if (widget === undefined) continue;
    const isMoved = move?.ids.has(id) === true;
    const delta = isMoved && !move.copy ? move.delta : null;
    putNode(cache.current, next, id, widget, cardDataOf(looks, widget, isMoved && !move.copy), delta);
    if (isMoved && move.copy) {
      putNode(
        cache.current,
        next,
        id + copySuffix,
        widget,
        { ...cardDataOf(looks, widget, true), isTabStop: false },
        move.delta,
      );
    }
  }
  cache.current = next;
  return [...next.values()];
}

function mountedIds(
  { mounted, focus, scene, gesture, props }: CardNodeInputs,
  hovered: string | null,
): Set<string> {
  const ids = new Set(mounted.widgets);
  const stop = rovingTabStop(scene, focus);
  if (stop !== null) ids.add(stop);
  if (hovered !== null) ids.add(hovered);
  const live = gesture?.kind === 'move' ? gesture.ids : props.selected;
  if (live.size <= maxMountedDrag) for (const id of live) ids.add(id);
  return ids;
}

/** The one card that Tab reaches: where the keyboard was last, else the trigger, else the first. */
export function rovingTabStop(scene: Scene, focus: Focus | null): string | null {
  if (focus !== null && scene.widgets.has(focus.widget)) return focus.widget;
  if (scene.trigger !== null) return scene.trigger;
  const [first] = scene.widgets.keys();
  return first ?? null;
}

function cardDataOf(
  { scene, mounted, pathOverlay: look, currentWidget: at, gesture, focus, props }: CardNodeInputs,
  widget: SceneWidget,
  lifted: boolean,
): CardData {
  const { id, summary: face } = widget;
  const taken =
    look === null ? [] : face.outlets.filter(({ key }) => look.cords.get(`${id} ${key}`) === 'visited');
  return {
    widget,
    levelOfDetail: mounted.levelOfDetail,
    isSelected: props.selected.has(id),
    isDragged: lifted,
    isDropTarget: gesture?.kind === 'cord' && gesture.target === id,
    isEditable: props.editing !== undefined,
    status: look === null ? null : (look.widgets.get(id) ?? 'aside'),
    stepNumber: look !== null && at === id ? look.stepNumber : 0,
    takenOutlets: taken.map(({ key }) => key).join('\n'),
    focusedOutlet: focus?.widget === id ? focus.outlet : -1,
    isTabStop: rovingTabStop(scene, focus) === id,
  };
}

function putNode(
  before: ReadonlyMap<string, CardNode>,
  next: Map<string, CardNode>,
  id: string,
  widget: SceneWidget,
  data: CardData,
  delta: { x: number; y: number } | null,
): void {
  const { box, summary: face } = widget;
  const [x, y] = [box.x + (delta?.x ?? 0), box.y + (delta?.y ?? 0)];
  const known = before.get(id);
  if (
    known !== undefined &&
    known.position.x === x &&
    known.position.y === y &&
    isEqualCardData(known.data, data)
  ) {
    next.set(id, known);
    return;
  }
  const size = { width: box.width, height: box.height };
  next.set(id, {
    id,
    type: face.isTrigger ? 'rail' : 'card',
    position: { x, y },
    ...size,
    measured: size,
    handles: [],
    zIndex: data.isDragged ? 1000 : data.isSelected ? 2 : 1,
    style: { pointerEvents: 'all' },
    // The card inside has the role and the name.
    domAttributes: { 'aria-roledescription': undefined } as unknown as NonNullable<CardNode['domAttributes']>,
    data,
  });
}
