/** Arrow keys on a note or group: they move it by the grid, with Ctrl or Cmd they size it, with Shift by five. */

import type { Frame } from '#flow/annotations/entries.ts';

/** In canvas units. */
const grid = 20;

type Press = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The place or size that the key gives the frame; null for any other key. */
export function frameAfterKey(frame: Frame, press: Press): Partial<Frame> | null {
  const direction = press.altKey ? undefined : directions[press.key];
  if (direction === undefined) return null;
  const [x, y] = direction.map((each) => each * grid * (press.shiftKey ? 5 : 1)) as [number, number];
  return press.ctrlKey || press.metaKey
    ? { width: frame.width + x, height: frame.height + y }
    : { x: frame.x + x, y: frame.y + y };
}

/** The id that Alt and an arrow key lead to, in a circle; null for any other key. */
export function idAfterKey(ids: readonly string[], from: string, press: Press): string | null {
  const step = press.altKey ? steps[press.key] : undefined;
  return step === undefined ? null : (ids[(ids.indexOf(from) + step + ids.length) % ids.length] ?? null);
}
