/** Dragging empty canvas. */

import { t } from '../../canvas-text.ts';
import { toCanvasPoint } from '../canvas-snapshot.ts';
import { doNothing, type GestureState } from './gesture-state.ts';
import { isBeyondSlack } from './pointing.ts';

/** One finger pans. The mouse pans with the middle button or the space bar, which React Flow does. */
export const panning: GestureState<'panning'> = {
  isDrag: false,
  enter: doNothing,
  move(data, input, { readCanvas }) {
    // Movements below the slack add up, so that a trembling finger does not shake the viewport.
    if (!isBeyondSlack(data.client, input)) return;
    readCanvas().camera.panBy({ x: input.clientX - data.client.x, y: input.clientY - data.client.y });
    data.client = { x: input.clientX, y: input.clientY };
  },
  finish({ press }, _, { readCanvas }) {
    const { selected, onSelect } = readCanvas().props;
    if (press.hit === null && !press.isAdditive && selected.size > 0) onSelect(new Set());
  },
  cancel: doNothing,
};

/** A drag on empty canvas selects all widgets in a frame (marquee selection). */
export const selectingByFrame: GestureState<'selectingByFrame'> = {
  isDrag: true,
  enter: doNothing,
  move(data, input, { store, readCanvas }) {
    const at = toCanvasPoint(input, readCanvas());
    const { point } = data.press;
    data.box = {
      x: Math.min(at.x, point.x),
      y: Math.min(at.y, point.y),
      width: Math.abs(at.x - point.x),
      height: Math.abs(at.y - point.y),
    };
    store.setState({ gesture: { kind: 'selecting', box: data.box }, hover: null });
  },
  finish({ press, box }, _, { store, readCanvas }) {
    const { scene, props } = readCanvas();
    const found = [...scene.widgetIndex.search(box)];
    props.onSelect(new Set(press.isAdditive ? [...props.selected, ...found] : found));
    store.setState({ announcement: t('selectedCount', { count: found.length }) });
  },
  cancel(_, { store }) {
    store.setState({ announcement: t('dragCancelled') });
  },
};
