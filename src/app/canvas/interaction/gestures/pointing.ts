/** The button is down and the pointer has not moved far: a click when it is released, a drag once it moves. */

import type { Point } from '#flow/definition.ts';
import { type CanvasSnapshot, toCanvasPoint } from '../canvas-snapshot.ts';
import { hitCanvas } from '../hit-test.ts';
import {
  type ActiveGesture,
  doNothing,
  type GestureContext,
  type GestureState,
  type PointerInput,
  type PositionInput,
  type Press,
} from './gesture-state.ts';
import { startTranslation } from './translating-widgets.ts';

/** Distance in px from which a press is a drag and not a click. */
const dragSlack = 3;

export const pointing: GestureState<'pointing'> = {
  isDrag: false,
  enter({ hit, isAdditive, isNewlySelected }, { store, readCanvas }) {
    const { props } = readCanvas();
    if (hit?.kind !== 'widget' && hit?.kind !== 'jack') return;
    store.setState({ focus: { widget: hit.widget, outlet: 0 } });
    if (hit.kind === 'widget' && isNewlySelected) {
      props.onSelect(isAdditive ? new Set([...props.selected, hit.widget]) : new Set([hit.widget]));
    }
  },
  move(press, input, context) {
    if (!isBeyondSlack(press.client, input)) return undefined;
    input.currentTarget.setPointerCapture(press.pointerId);
    return dragOf(press, context);
  },
  finish(press, _, context) {
    if (!press.isPan || press.hit === null) click(press, context);
  },
  cancel: doNothing,
};

/** The press of a pointer event. */
export function pressOf(input: PointerInput, { readCanvas }: GestureContext): Press {
  const canvas = readCanvas();
  const point = toCanvasPoint(input, canvas);
  const hit = hitCanvas(point, canvas);
  const widget = hit?.kind === 'widget' || hit?.kind === 'jack' ? hit.widget : null;
  return {
    hit,
    point,
    client: { x: input.clientX, y: input.clientY },
    pointerId: input.pointerId,
    isAlt: input.altKey,
    isAdditive: input.shiftKey || input.ctrlKey || input.metaKey,
    isPan: input.pointerType === 'touch' && widget === null,
    isNewlySelected: widget !== null && !canvas.props.selected.has(widget),
  };
}

/** True when the pointer is farther from `from` than a click allows. */
export function isBeyondSlack(from: { x: number; y: number }, { clientX, clientY }: PositionInput): boolean {
  return Math.hypot(clientX - from.x, clientY - from.y) >= dragSlack;
}

/** The drag that a press becomes; undefined where nothing may be changed. */
function dragOf(press: Press, { readCanvas }: GestureContext): ActiveGesture | undefined {
  const { hit, point } = press;
  const canvas = readCanvas();
  if (press.isPan) return { name: 'panning', data: { press, client: press.client } };
  if (hit?.kind === 'cord' && canvas.props.editing !== undefined) {
    const end = cordEndDrag(hit.cord, point, canvas);
    if (end !== null) return end;
  }
  if (hit === null || hit.kind === 'cord')
    return { name: 'selectingByFrame', data: { press, box: { ...point, width: 0, height: 0 } } };
  if (canvas.props.editing === undefined) return undefined;
  if (hit.kind === 'jack')
    return { name: 'connectingCord', data: { from: hit.outlet, at: point, target: null } };
  return { name: 'translatingWidgets', data: startTranslation(press, hit.widget, canvas) };
}

/** Distance in px from an end of a cord within which a drag takes that end along. */
const cordEndReach = 40;

/** The drag of the end of a cord that was pressed, to reconnect it; null in its middle. */
function cordEndDrag(id: string, point: Point, { scene, viewport }: CanvasSnapshot): ActiveGesture | null {
  const cord = scene.cords.get(id);
  if (cord === undefined) return null;
  const from = { widget: cord.from, outlet: cord.outlet };
  const distance = (x: number, y: number) => Math.hypot(point.x - x, point.y - y) * viewport.zoom;
  const [toSource, toTarget] = [distance(cord.x0, cord.y0), distance(cord.x1, cord.y1)];
  if (Math.min(toSource, toTarget) > cordEndReach) return null;
  return toSource < toTarget
    ? { name: 'movingSource', data: { cord: from, to: cord.to, at: point, outlet: null } }
    : { name: 'connectingCord', data: { from, at: point, target: null } };
}

/** A click selects, extends the selection, clears it outside all cards, or offers widgets to add at a free jack. */
function click({ hit, isAdditive, isNewlySelected }: Press, { readCanvas }: GestureContext): void {
  const canvas = readCanvas();
  const { selected, onSelect, editing } = canvas.props;
  if (hit?.kind === 'cord') {
    const cord = canvas.scene.cords.get(hit.cord);
    if (selected.size > 0) onSelect(new Set());
    if (cord !== undefined) editing?.onSelectCord({ widget: cord.from, outlet: cord.outlet });
    return;
  }
  if (canvas.props.selectedCord) editing?.onSelectCord(null);
  if (hit === null) {
    if (!isAdditive && selected.size > 0) onSelect(new Set());
    return;
  }
  if (hit.kind === 'jack' && !hit.isPlugged && editing !== undefined) editing.onOutlet(hit.outlet);
  else if (hit.kind === 'jack' && isNewlySelected) onSelect(new Set([hit.widget]));
  else if (isNewlySelected) return;
  else if (isAdditive) onSelect(new Set([...selected].filter((id) => id !== hit.widget)));
  // Also the one that is selected: its settings may be closed.
  else onSelect(new Set([hit.widget]));
}
