/** The React Flow nodes of the mounted widgets. A node stays the same object while nothing about it changes. */

import { useState } from 'react';
import { rovingTabStop } from '../accessibility/roving-tab-stop.ts';
import type { CanvasProps } from '../canvas-props.ts';
import { type Focus, type Gesture, useInteraction } from '../interaction/interaction-store.ts';
import type { MountedElements } from '../viewport/use-culling.ts';
import { type CardData, type CardNode, isEqualCardData } from './card-data.ts';
import { type Overlay, widgetStatus } from './overlay.ts';
import { maxMountedDrag } from './raster-drag.ts';
import type { Scene, SceneWidget } from './scene.ts';

type CardNodeInputs = {
  scene: Scene;
  mounted: MountedElements;
  overlay: Overlay | null;
  gesture: Gesture | null;
  props: CanvasProps;
};

type FocusedInputs = CardNodeInputs & { focus: Focus | null };

/** Appended to a widget's id for the node of its dragged copy. */
const copySuffix = '~copy';

/** The nodes to mount: culled widgets, and those with focus, hover, selection or drag. */
export function useCardNodes(inputs: CardNodeInputs): CardNode[] {
  const focus = useInteraction((state) => state.focus);
  const hovered = useInteraction((state) => (state.hover?.kind === 'widget' ? state.hover.id : null));
  const [nodesOf] = useState(createNodeCache);
  return nodesOf({ ...inputs, focus }, hovered);
}

/** Makes the nodes, from those of the call before where they are the same. */
function createNodeCache() {
  let before: ReadonlyMap<string, CardNode> = new Map();
  return (inputs: FocusedInputs, hovered: string | null): CardNode[] => {
    before = cardNodes(inputs, hovered, before);
    return [...before.values()];
  };
}

function cardNodes(
  inputs: FocusedInputs,
  hovered: string | null,
  before: ReadonlyMap<string, CardNode>,
): ReadonlyMap<string, CardNode> {
  const next = new Map<string, CardNode>();
  const { gesture, scene } = inputs;
  const drag = gesture?.kind === 'translating' ? gesture : null;
  for (const id of mountedIds(inputs, hovered)) {
    const widget = scene.widgets.get(id);
    if (widget === undefined) continue;
    const isDragged = drag?.ids.has(id) === true;
    const delta = isDragged && !drag.isCopy ? drag.delta : null;
    putNode(before, next, id, widget, cardDataOf(inputs, widget, isDragged && !drag.isCopy), delta);
    if (isDragged && drag.isCopy) {
      putNode(
        before,
        next,
        id + copySuffix,
        widget,
        { ...cardDataOf(inputs, widget, true), isTabStop: false },
        drag.delta,
      );
    }
  }
  return next;
}

function mountedIds(
  { mounted, focus, scene, gesture, props }: FocusedInputs,
  hovered: string | null,
): Set<string> {
  const ids = new Set(mounted.widgets);
  const tabStop = rovingTabStop(scene, focus);
  if (tabStop !== null) ids.add(tabStop);
  if (hovered !== null) ids.add(hovered);
  const dragged = gesture?.kind === 'translating' ? gesture.ids : props.selected;
  if (dragged.size <= maxMountedDrag) for (const id of dragged) ids.add(id);
  return ids;
}

function cardDataOf(
  { scene, mounted, overlay, gesture, focus, props }: FocusedInputs,
  widget: SceneWidget,
  isDragged: boolean,
): CardData {
  const { id, summary } = widget;
  const taken =
    overlay === null
      ? []
      : summary.outlets.filter(({ key }) => overlay.cords.get(`${id} ${key}`) === 'visited');
  return {
    widget,
    levelOfDetail: mounted.levelOfDetail,
    isSelected: props.selected.has(id),
    isDragged,
    isDropTarget: gesture?.kind === 'connecting' && gesture.target === id,
    isEditable: props.editing !== undefined,
    status: widgetStatus(overlay, id),
    stepNumber: overlay !== null && props.path?.currentWidget === id ? overlay.stepNumber : 0,
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
  const { box, summary } = widget;
  const [x, y] = [box.x + (delta?.x ?? 0), box.y + (delta?.y ?? 0)];
  const previous = before.get(id);
  if (
    previous !== undefined &&
    previous.position.x === x &&
    previous.position.y === y &&
    isEqualCardData(previous.data, data)
  ) {
    next.set(id, previous);
    return;
  }
  const size = { width: box.width, height: box.height };
  next.set(id, {
    id,
    type: summary.isTrigger ? 'rail' : 'card',
    position: { x, y },
    ...size,
    measured: size,
    handles: [],
    zIndex: zIndexOf(data),
    style: { pointerEvents: 'all' },
    // The card inside has the role and the name.
    domAttributes: { 'aria-roledescription': undefined } as NonNullable<CardNode['domAttributes']>,
    data,
  });
}

/** Ghosts of removed widgets lie below the widgets that took their places. */
function zIndexOf({ isDragged, isSelected, status }: CardData): number {
  if (isDragged) return 1000;
  if (isSelected) return 3;
  return status === 'removed' ? 1 : 2;
}
