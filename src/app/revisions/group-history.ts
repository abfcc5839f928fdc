/** Rows of the history: saves of one author within 15 minutes are one row that unfolds. */

import type { HistoryEntry } from '#api/flows/history.ts';

/** How long before the newest save of a row the others of it were made, at most. */
export const foldMs = 15 * 60_000;

export type HistoryRow = {
  entry: HistoryEntry;
  /** The number of earlier saves that this row stands for; 0 for a row of its own. */
  saves: number;
  isOpen: boolean;
  /** An earlier save, shown because its row is unfolded. */
  isFolded: boolean;
};

/**
 * `entries` are newest first. `open` has the revisions whose rows are unfolded; the row that stands for `shown` is
 * always unfolded. Published revisions, and drafts that were not saved on the page or by the API, are never folded.
 */
export function groupHistory(
  entries: readonly HistoryEntry[],
  open: ReadonlySet<number>,
  shown: number | 'working' | null,
): HistoryRow[] {
  const rows: HistoryRow[] = [];
  for (let at = 0; at < entries.length; ) {
    const [entry, ...earlier] = groupAt(entries, at);
    if (entry === undefined) break;
    const isOpen = open.has(entry.revision) || earlier.some(({ revision }) => revision === shown);
    rows.push({ entry, saves: earlier.length, isOpen, isFolded: false });
    if (isOpen)
      rows.push(...earlier.map((save) => ({ entry: save, saves: 0, isOpen: false, isFolded: true })));
    at += 1 + earlier.length;
  }
  return rows;
}

/** The entry at `at`, and the earlier saves that fold into it. */
function groupAt(entries: readonly HistoryEntry[], at: number): HistoryEntry[] {
  const newest = entries[at];
  if (newest === undefined || !isSave(newest)) return entries.slice(at, at + 1);
  let end = at + 1;
  for (let next = entries[end]; next !== undefined && belongs(next, newest); next = entries[end]) end += 1;
  return entries.slice(at, end);
}

function belongs(entry: HistoryEntry, newest: HistoryEntry): boolean {
  const isSameAuthor = entry.author_sid === newest.author_sid && entry.key?.sid === newest.key?.sid;
  const age = Date.parse(newest.date_created) - Date.parse(entry.date_created);
  return isSave(entry) && isSameAuthor && age <= foldMs;
}

function isSave({ status, source }: HistoryEntry): boolean {
  return status === 'draft' && (source === 'page' || source === 'api');
}
