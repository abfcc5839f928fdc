/** The table of all gesture states. A state that is missing here, or a handler missing in a state, does not compile. */

import { connectingCord } from './connecting-cord.ts';
import { draggingFromLibrary } from './dragging-from-library.ts';
import type { GestureName, GestureState } from './gesture-state.ts';
import { idle } from './idle.ts';
import { movingSource } from './moving-source.ts';
import { panning } from './panning.ts';
import { pointing } from './pointing.ts';
import { selectingByFrame } from './selecting-by-frame.ts';
import { translatingWidgets } from './translating-widgets.ts';

export const gestureStates: { readonly [N in GestureName]: GestureState<N> } = {
  idle,
  pointing,
  panning,
  selectingByFrame,
  translatingWidgets,
  connectingCord,
  movingSource,
  draggingFromLibrary,
};
