/** Arrow keys on a note: they move it by the grid, with Ctrl or Cmd they size it, with Shift by five. */

import type { Note } from '#flow/annotations/notes.ts';

/** In canvas units. */
const grid = 20;

type Press = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The place or size that the key gives the note; null for any other key. */
export function noteAfterKey(note: Note, press: Press): Partial<Note> | null {
  const direction = press.altKey ? undefined : directions[press.key];
  if (direction === undefined) return null;
  const [x, y] = direction.map((each) => each * grid * (press.shiftKey ? 5 : 1)) as [number, number];
  return press.ctrlKey || press.metaKey
    ? { width: note.width + x, height: note.height + y }
    : { x: note.x + x, y: note.y + y };
}
