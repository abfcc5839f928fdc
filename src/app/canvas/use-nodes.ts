/** React Flow's nodes: a mirror of the mounted widgets, in which a widget that looks the same stays the same object. */

import { useRef } from 'react';
import type { CanvasProps } from './canvas-props.ts';
import { type CardData, type CardNode, isSameData } from './card-data.ts';
import { liveAtMost } from './carried.ts';
import type { Focus, Gesture } from './hand.ts';
import type { PathLook } from './path-look.ts';
import type { Scene, Widget } from './projection.ts';
import type { Mounted } from './use-mounted.ts';

type Looks = {
  scene: Scene;
  mounted: Mounted;
  look: PathLook | null;
  at: string | null;
  gesture: Gesture | null;
  focus: Focus | null;
  props: CanvasProps;
};

export const copyMark = '~copy';

export function useNodes(looks: Looks, hovered: string | null): CardNode[] {
  const cache = useRef(new Map<string, CardNode>());
  const next = new Map<string, CardNode>();
  const { gesture, scene } = looks;
  const move = gesture?.kind === 'move' ? gesture : null;
  for (const id of mountedIds(looks, hovered)) {
    const widget = scene.widgets.get(id);
    if (widget === undefined) continue;
    const isMoved = move?.ids.has(id) === true;
    const delta = isMoved && !move.copy ? move.delta : null;
    put(cache.current, next, id, widget, dataOf(looks, widget, isMoved && !move.copy), delta);
    if (isMoved && move.copy) {
      put(
        cache.current,
        next,
        id + copyMark,
        widget,
        { ...dataOf(looks, widget, true), tabStop: false },
        move.delta,
      );
    }
  }
  cache.current = next;
  return [...next.values()];
}

function mountedIds({ mounted, focus, scene, gesture, props }: Looks, hovered: string | null): Set<string> {
  const ids = new Set(mounted.widgets);
  const stop = tabStopOf(scene, focus);
  if (stop !== null) ids.add(stop);
  if (hovered !== null) ids.add(hovered);
  const live = gesture?.kind === 'move' ? gesture.ids : props.selected;
  if (live.size <= liveAtMost) for (const id of live) ids.add(id);
  return ids;
}

/** The one card that Tab reaches: where the keyboard was last, else the trigger, else the first. */
export function tabStopOf(scene: Scene, focus: Focus | null): string | null {
  if (focus !== null && scene.widgets.has(focus.widget)) return focus.widget;
  if (scene.trigger !== null) return scene.trigger;
  const [first] = scene.widgets.keys();
  return first ?? null;
}

function dataOf(
  { scene, mounted, look, at, gesture, focus, props }: Looks,
  widget: Widget,
  lifted: boolean,
): CardData {
  const { id, face } = widget;
  const taken =
    look === null ? [] : face.outlets.filter(({ key }) => look.cords.get(`${id} ${key}`) === 'visited');
  return {
    widget,
    detail: mounted.detail,
    selected: props.selected.has(id),
    lifted,
    target: gesture?.kind === 'cord' && gesture.target === id,
    editable: props.editing !== undefined,
    standing: look === null ? null : (look.widgets.get(id) ?? 'aside'),
    step: look !== null && at === id ? look.shown : 0,
    taken: taken.map(({ key }) => key).join('\n'),
    outlet: focus?.widget === id ? focus.outlet : -1,
    tabStop: tabStopOf(scene, focus) === id,
  };
}

function put(
  before: ReadonlyMap<string, CardNode>,
  next: Map<string, CardNode>,
  id: string,
  widget: Widget,
  data: CardData,
  delta: { x: number; y: number } | null,
): void {
  const { box, face } = widget;
  const [x, y] = [box.x + (delta?.x ?? 0), box.y + (delta?.y ?? 0)];
  const known = before.get(id);
  if (
    known !== undefined &&
    known.position.x === x &&
    known.position.y === y &&
    isSameData(known.data, data)
  ) {
    next.set(id, known);
    return;
  }
  const size = { width: box.width, height: box.height };
  next.set(id, {
    id,
    type: face.rail ? 'rail' : 'card',
    position: { x, y },
    ...size,
    measured: size,
    handles: [],
    zIndex: data.lifted ? 1000 : data.selected ? 2 : 1,
    style: { pointerEvents: 'all' },
    // The card inside has the role and the name.
    domAttributes: { 'aria-roledescription': undefined } as unknown as NonNullable<CardNode['domAttributes']>,
    data,
  });
}
