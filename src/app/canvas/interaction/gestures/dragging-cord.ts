/** Dragging an end of a cord. */

import { t } from '../../canvas-text.ts';
import { toCanvasPoint } from '../canvas-snapshot.ts';
import { dropTargetAt, hitCanvas } from '../hit-test.ts';
import { doNothing, type GestureState } from './gesture-state.ts';

/** Drawing a cord from a jack: dropped on a widget it connects, on empty canvas it offers widgets to add. */
export const connectingCord: GestureState<'connectingCord'> = {
  isDrag: true,
  enter: doNothing,
  move(data, input, { store, readCanvas }) {
    const canvas = readCanvas();
    if (canvas.props.editing === undefined) return;
    data.at = toCanvasPoint(input, canvas);
    data.target = dropTargetAt(canvas.scene, data.at, canvas.viewport.zoom);
    store.setState({ gesture: { kind: 'connecting', ...data }, hover: null });
  },
  finish({ from, at, target }, input, { readCanvas }) {
    const { editing } = readCanvas().props;
    if (editing === undefined) return;
    if (target !== null) editing.onConnect(from, target);
    else editing.onQuickAdd(from, at, { x: input.clientX, y: input.clientY });
  },
  cancel(_, { store }) {
    store.setState({ announcement: t('dragCancelled') });
  },
};

/** Dragging the beginning of a cord: dropped on an outlet, the cord leaves it from there; elsewhere it springs back. */
export const movingSource: GestureState<'movingSource'> = {
  isDrag: true,
  enter: doNothing,
  move(data, input, { store, readCanvas }) {
    const canvas = readCanvas();
    data.at = toCanvasPoint(input, canvas);
    const hit = hitCanvas(data.at, canvas);
    data.outlet = hit?.kind === 'jack' ? hit.outlet : null;
    store.setState({ gesture: { kind: 'moving-source', ...data }, dropOutlet: data.outlet, hover: null });
  },
  finish({ cord, outlet }, _, { store, readCanvas }) {
    store.setState({ dropOutlet: null });
    if (outlet !== null) readCanvas().props.editing?.onMoveSource(cord, outlet);
  },
  cancel(_, { store }) {
    store.setState({ dropOutlet: null, announcement: t('dragCancelled') });
  },
};
