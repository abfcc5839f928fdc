/** What can be undone: the earlier values of a document, each under the name of the edit that left it. Pure. */

/**
 * One thing that a person did. `gesture` joins what belongs together: typing in one field within one focus,
 * one drag. An entry with the gesture of the newest one goes into it.
 */
export type Entry<Value, Name extends string> = {
  name: Name;
  gesture: string | null;
  before: Value;
  after: Value;
};

/** `past` is oldest first; `future` is what a redo does next, nearest first. */
export type History<Value, Name extends string = string> = {
  past: readonly Entry<Value, Name>[];
  present: Value;
  future: readonly Entry<Value, Name>[];
};

const kept = 500;

/** A history in which nothing has happened yet. */
export function createHistory<Value, Name extends string = string>(present: Value): History<Value, Name> {
  return { past: [], present, future: [] };
}

/**
 * The history after `after` has been made from the present. Nothing is recorded when the value is the same
 * object. The oldest entries fall off after 500.
 */
export function record<Value, Name extends string>(
  history: History<Value, Name>,
  name: Name,
  after: Value,
  gesture: string | null = null,
): History<Value, Name> {
  if (after === history.present) return history;
  const newest = history.past.at(-1);
  if (gesture !== null && newest?.gesture === gesture) {
    return { past: [...history.past.slice(0, -1), { ...newest, after }], present: after, future: [] };
  }
  const entry = { name, gesture, before: history.present, after };
  return { past: [...history.past, entry].slice(-kept), present: after, future: [] };
}

/** Ends the running gesture: the next edit with the same key becomes an entry of its own. */
export function closeGesture<Value, Name extends string>(
  history: History<Value, Name>,
): History<Value, Name> {
  const newest = history.past.at(-1);
  if (newest === undefined || newest.gesture === null) return history;
  return { ...history, past: [...history.past.slice(0, -1), { ...newest, gesture: null }] };
}

/** One step back; the same history when there is none. */
export function undo<Value, Name extends string>(history: History<Value, Name>): History<Value, Name> {
  const newest = history.past.at(-1);
  if (newest === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: newest.before,
    future: [{ ...newest, gesture: null }, ...history.future],
  };
}

/** One step forward; the same history when there is none. */
export function redo<Value, Name extends string>(history: History<Value, Name>): History<Value, Name> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, next], present: next.after, future };
}

/** The history after so many entries of `past` and `future` together; 0 is the oldest value that is kept. */
export function jumpTo<Value, Name extends string>(
  history: History<Value, Name>,
  entries: number,
): History<Value, Name> {
  let moved = history;
  while (moved.past.length > entries && moved.past.length > 0) moved = undo(moved);
  while (moved.past.length < entries && moved.future.length > 0) moved = redo(moved);
  return moved;
}
