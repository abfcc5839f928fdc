/** What a change of the open widget is in the browser's history. Pure. */

import type { ViewSearch } from './address.ts';

/** `opened` is how many steps then lead back to the page without an open widget; 0 where that is not in the history. */
export type HistoryMove = { kind: 'back'; steps: number } | { kind: 'push' | 'replace'; opened: number };

/**
 * Opening a widget is a step, and from there another one, too; closing it goes back over all of them. Of a widget that
 * the page was opened with, no step leads back.
 */
export function historyMove(before: ViewSearch, after: ViewSearch, opened: number): HistoryMove {
  if (before.widget === after.widget) return { kind: 'replace', opened };
  if (after.widget === undefined)
    return opened > 0 ? { kind: 'back', steps: opened } : { kind: 'replace', opened: 0 };
  if (before.widget === undefined) return { kind: 'push', opened: 1 };
  return opened > 0 ? { kind: 'push', opened: opened + 1 } : { kind: 'replace', opened: 0 };
}
