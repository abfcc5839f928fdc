/** Drawing a cord from a jack: dropped on a widget it connects, on empty canvas it offers widgets to add. */

import { t } from '../../canvas-text.ts';
import { toCanvasPoint } from '../canvas-snapshot.ts';
import { dropTargetAt } from '../hit-test.ts';
import { doNothing, type GestureState } from './gesture-state.ts';

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
