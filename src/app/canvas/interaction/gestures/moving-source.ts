/** Dragging the beginning of a cord: dropped on an outlet, the cord leaves it from there; elsewhere it springs back. */

import { t } from '../../canvas-text.ts';
import { toCanvasPoint } from '../canvas-snapshot.ts';
import { hitCanvas } from '../hit-test.ts';
import { doNothing, type GestureState } from './gesture-state.ts';

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
