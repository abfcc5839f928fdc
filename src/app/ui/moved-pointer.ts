/** Pointer moves that a person made: the browser also reports one when what lies below a resting pointer changes. */

import type { PointerEvent } from 'react';

/** Calls `act` when the pointer itself has moved, so that a list that changes under it keeps what the keys chose. */
export function onMovedPointer(act: () => void): (event: PointerEvent) => void {
  return ({ movementX, movementY }) => {
    if (movementX !== 0 || movementY !== 0) act();
  };
}
