/** No gesture: moves of the pointer hover, a double click opens, renames or adds, and a right click opens a menu. */

import type { Point } from '#flow/definition.ts';
import type { MenuTarget } from '../../canvas-props.ts';
import { type CanvasSnapshot, toCanvasPoint, toScreenPoint } from '../canvas-snapshot.ts';
import { hitCanvas } from '../hit-test.ts';
import { doNothing, type GestureContext, type GestureState, type PositionInput } from './gesture-state.ts';
import { isTool } from './tool-target.ts';

export const idle: GestureState<'idle'> = {
  isDrag: false,
  enter: doNothing,
  move(_, input, { store, readCanvas }) {
    if (input.pointerType === 'touch' || isTool(input.target)) return;
    const canvas = readCanvas();
    const at = toCanvasPoint(input, canvas);
    const hit = hitCanvas(at, canvas);
    const { hover } = store.getState();
    if (hit?.kind === 'cord') {
      if (hover?.kind !== 'cord' || hover.id !== hit.cord)
        store.setState({ hover: { kind: 'cord', id: hit.cord, at } });
      return;
    }
    const id = hit === null ? null : hit.widget;
    const hoveredWidget = hover?.kind === 'widget' ? hover.id : null;
    if (id !== hoveredWidget || hover?.kind === 'cord')
      store.setState({ hover: id === null ? null : { kind: 'widget', id } });
  },
  finish: doNothing,
  cancel: doNothing,
};

/** A double click on a widget opens it, or its name when it is on that; on empty canvas it offers widgets to add. */
export function doubleClick(
  input: PositionInput & { target: EventTarget | null },
  { store, readCanvas }: GestureContext,
): void {
  const canvas = readCanvas();
  const { editing, onSelect } = canvas.props;
  if (editing === undefined || isTool(input.target)) return;
  const at = toCanvasPoint(input, canvas);
  const hit = hitCanvas(at, canvas);
  if (hit?.kind === 'widget') {
    const isOnName = input.target instanceof Element && input.target.closest('.nm') !== null;
    if (isOnName) {
      onSelect(new Set([hit.widget]));
      store.setState({ namedWidget: hit.widget });
    } else editing.onOpen(hit.widget);
  } else if (hit === null) editing.onQuickAdd(null, at, { x: input.clientX, y: input.clientY });
}

type MenuInput = PositionInput & { button: number; target: EventTarget | null; preventDefault(): void };

/** Opens nothing on a canvas that cannot be edited, where the browser's own menu stays. */
export function openMenu(input: MenuInput, { store, readCanvas }: GestureContext): void {
  const canvas = readCanvas();
  const { editing } = canvas.props;
  if (editing === undefined || isTool(input.target)) return;
  input.preventDefault();
  const { focus } = store.getState();
  const card = focus === null ? undefined : canvas.scene.widgets.get(focus.widget);
  // The menu key reports no button of the mouse.
  if (input.button !== 2 && card !== undefined) {
    const corner = toScreenPoint({ x: card.box.x + 20, y: card.box.y + 40 }, canvas);
    editing.onMenu({ kind: 'widget', widget: card.id }, corner);
  } else {
    const target = targetAt(toCanvasPoint(input, canvas), canvas);
    editing.onMenu(target, { x: input.clientX, y: input.clientY });
  }
}

function targetAt(at: Point, canvas: CanvasSnapshot): MenuTarget {
  const hit = hitCanvas(at, canvas);
  if (hit?.kind === 'jack') return { kind: 'outlet', outlet: hit.outlet };
  if (hit?.kind === 'widget') return { kind: 'widget', widget: hit.widget };
  const cord = hit?.kind === 'cord' ? canvas.scene.cords.get(hit.cord) : undefined;
  return cord === undefined
    ? { kind: 'canvas', at }
    : { kind: 'cord', cord: { widget: cord.from, outlet: cord.outlet }, at };
}
