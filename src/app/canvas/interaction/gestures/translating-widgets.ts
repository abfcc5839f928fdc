/** Dragging cards, or with Alt copies of them, snapped to the grid and aligned with their neighbours. */

import type { Point } from '#flow/definition.ts';
import { t } from '../../canvas-text.ts';
import { visibleBox } from '../../viewport/viewport.ts';
import { type CanvasSnapshot, toCanvasPoint } from '../canvas-snapshot.ts';
import { snapDrag } from '../snapping.ts';
import { doNothing, type GestureData, type GestureState, type Press } from './gesture-state.ts';

/** Cards with which dragged ones are aligned, at most. */
const maxAlignedCards = 120;

export const translatingWidgets: GestureState<'translatingWidgets'> = {
  isDrag: true,
  enter: doNothing,
  move(data, input, { store, readCanvas }) {
    const canvas = readCanvas();
    const { scene, viewport, screen, props } = canvas;
    if (props.editing === undefined) return;
    const { press, ids, isCopy } = data;
    const at = toCanvasPoint(input, canvas);
    const boxes = [...ids].flatMap((id) => scene.widgets.get(id)?.box ?? []);
    const others = [...scene.widgetIndex.search(visibleBox(viewport, screen))]
      .filter((id) => isCopy || !ids.has(id))
      .slice(0, maxAlignedCards)
      .flatMap((id) => scene.widgets.get(id)?.box ?? []);
    const { delta, guides } = snapDrag(
      boxes,
      others,
      { x: at.x - press.point.x, y: at.y - press.point.y },
      { isFine: input.altKey && !press.isAlt, keepsAxis: input.shiftKey, zoom: viewport.zoom },
    );
    // The same object while the snapped position is the same, so that no cord is rerouted.
    if (data.delta.x !== delta.x || data.delta.y !== delta.y) data.delta = delta;
    store.setState({
      gesture: { kind: 'translating', ids, delta: data.delta, guides, isCopy },
      hover: null,
    });
  },
  finish({ ids, delta, isCopy }, _, { store, readCanvas }) {
    const { scene, props } = readCanvas();
    if (props.editing === undefined || (delta.x === 0 && delta.y === 0)) return;
    const positions = new Map<string, Point>();
    for (const id of ids) {
      const box = scene.widgets.get(id)?.box;
      if (box !== undefined) positions.set(id, { x: box.x + delta.x, y: box.y + delta.y });
    }
    if (isCopy) props.editing.onDuplicate(positions);
    else props.editing.onMove(positions);
    store.setState({ announcement: t('moved', { count: positions.size }) });
  },
  cancel(_, { store }) {
    store.setState({ announcement: t('dragCancelled') });
  },
};

/** Drags `widget` and, when it is selected, the whole selection. The trigger can be moved and not copied. */
export function startTranslation(
  press: Press,
  widget: string,
  { scene, props }: CanvasSnapshot,
): GestureData['translatingWidgets'] {
  const isCopy = press.isAlt && scene.widgets.get(widget)?.summary.isTrigger !== true;
  const chosen = props.selected.has(widget) ? props.selected : new Set([widget]);
  const ids = new Set([widget, ...[...chosen].filter((id) => !isCopy || id !== scene.trigger)]);
  return { press, ids, isCopy, delta: { x: 0, y: 0 } };
}
