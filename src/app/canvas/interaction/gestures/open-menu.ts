/** A right click, or the menu key on a focused card: reports what is under it. */

import type { Point } from '#flow/definition.ts';
import type { MenuTarget } from '../../canvas-props.ts';
import { type CanvasSnapshot, toCanvasPoint, toScreenPoint } from '../canvas-snapshot.ts';
import { hitCanvas } from '../hit-test.ts';
import type { GestureContext, PositionInput } from './gesture-state.ts';
import { isTool } from './tool-target.ts';

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
