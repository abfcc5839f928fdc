/** One finger pans. The mouse pans with the middle button or the space bar, which React Flow does. */

import { doNothing, type GestureState } from './gesture-state.ts';
import { isBeyondSlack } from './pointing.ts';

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
