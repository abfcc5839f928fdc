/** A drag on empty canvas selects all widgets in a frame (marquee selection). */

import { t } from '../../canvas-text.ts';
import { toCanvasPoint } from '../canvas-snapshot.ts';
import { doNothing, type GestureState } from './gesture-state.ts';

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
