/** Tells events on the controls that float on the canvas from those on the canvas itself. */

/** True when the event target is in a control (`data-tool`), which gestures leave alone. */
export function isTool(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-tool]') !== null;
}
