/** Pointer moves that a person made: the browser also reports one when what lies below a resting pointer changes. */

type Movement = { movementX: number; movementY: number };

export function hasMoved({ movementX, movementY }: Movement): boolean {
  return movementX !== 0 || movementY !== 0;
}

/** Calls `act` when the pointer itself has moved, so that a list that changes under it keeps what the keys chose. */
export function onMovedPointer(act: () => void): (event: Movement) => void {
  return (event) => {
    if (hasMoved(event)) act();
  };
}
