/** What an appending transaction knows of the log without reading it: what is in memory, and the edits after that. */

import type { Numbered } from '#flow/commands/log.ts';
import { replayed } from './copies.ts';
import { isUnreadable } from './damage.ts';
import type { LoggedEdit } from './stored-copy.ts';

export type RecentLog = {
  /** The number of the newest edit that is known; null where none is. */
  newest: number | null;
  /** The copy after the edit, or one before it. */
  copy(seq: number): Numbered | null;
  /** The edits after `after`, up to `to`; null where they are not all known. */
  edits(after: number, to: number): LoggedEdit[] | null;
};

/** The log with edits that were read after the newest that it knows; the same log where they do not follow it. */
export function withNewerEdits(log: RecentLog, newer: readonly LoggedEdit[]): RecentLog {
  const [first, last] = [newer[0], newer.at(-1)];
  const known = log.newest;
  if (newer.some(isUnreadable)) return log;
  if (known === null || first?.seq !== known + 1 || last?.seq !== known + newer.length) return log;
  return {
    newest: last.seq,
    copy(seq) {
      const copy = log.copy(seq);
      if (copy === null || seq <= known) return copy;
      // Meanwhile the memory may have heard of the edits that were read.
      return replayed(
        copy,
        newer.filter((edit) => edit.seq > copy.seq && edit.seq <= seq),
      );
    },
    edits(after, to) {
      if (to > last.seq) return null;
      const older = after >= known ? [] : log.edits(after, Math.min(to, known));
      return older && [...older, ...newer.filter(({ seq }) => seq > after && seq <= to)];
    },
  };
}
