/** Undo history: the earlier and later values of a document, each with the label of the edit between them. Pure. */

/**
 * One undo step. `gesture` identifies a continuous interaction, such as typing in one field within one focus:
 * an edit with the gesture of the newest step is merged into it.
 */
export type HistoryEntry<Value, Label> = {
  label: Label;
  gesture: string | null;
  before: Value;
  after: Value;
};

/** `past` is oldest first; `future` is what redo does next, nearest first. */
export type History<Value, Label> = {
  past: readonly HistoryEntry<Value, Label>[];
  present: Value;
  future: readonly HistoryEntry<Value, Label>[];
};

const maxEntries = 500;

/** A history without any step. */
export function createHistory<Value, Label>(present: Value): History<Value, Label> {
  return { past: [], present, future: [] };
}

/**
 * The history after an edit turned the present into `after`. Returns the same history when `after` is the present.
 * Beyond 500 steps the oldest are dropped.
 */
export function pushEdit<Value, Label>(
  history: History<Value, Label>,
  label: Label,
  after: Value,
  gesture: string | null = null,
): History<Value, Label> {
  if (after === history.present) return history;
  const newest = history.past.at(-1);
  if (gesture !== null && newest?.gesture === gesture) {
    return { past: [...history.past.slice(0, -1), { ...newest, label, after }], present: after, future: [] };
  }
  const entry = { label, gesture, before: history.present, after };
  return { past: [...history.past, entry].slice(-maxEntries), present: after, future: [] };
}

/** Ends the current gesture: the next edit of the same gesture becomes a step of its own. */
export function closeGesture<Value, Label>(history: History<Value, Label>): History<Value, Label> {
  const newest = history.past.at(-1);
  if (newest === undefined || newest.gesture === null) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...newest, gesture: null }] };
}

/** One step back; the same history when there is none. */
export function undo<Value, Label>(history: History<Value, Label>): History<Value, Label> {
  const newest = history.past.at(-1);
  if (newest === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: newest.before,
    future: [{ ...newest, gesture: null }, ...history.future],
  };
}

/** One step forward; the same history when there is none. */
export function redo<Value, Label>(history: History<Value, Label>): History<Value, Label> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, next], present: next.after, future };
}

/** Undoes or redoes until `past` has `steps` steps; 0 is the oldest value in the history. */
export function jumpTo<Value, Label>(history: History<Value, Label>, steps: number): History<Value, Label> {
  let moved = history;
  while (moved.past.length > steps && moved.past.length > 0) moved = undo(moved);
  while (moved.past.length < steps && moved.future.length > 0) moved = redo(moved);
  return moved;
}
