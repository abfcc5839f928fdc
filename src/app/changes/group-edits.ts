/** Rows of the list of edits: what one person did on and on, such as typing in a field, is one row. */

import type { FlowEdit } from '#api/flows/working-copy.ts';
import type { CommandLabel } from '#flow/commands/command.ts';

/** The longest pause within a row. */
export const pauseMs = 5 * 60_000;

/** `first` and `last` are the numbers of the oldest and the newest of its `count` edits, whose time is `at`. */
export type EditRow = {
  first: number;
  last: number;
  count: number;
  label: CommandLabel;
  author: string;
  /** Of the user who is the author. */
  sid: string | null;
  client: string;
  /** Epoch ms. */
  at: number;
  /** The revision that was made with it. */
  revision: number | null;
};

/** `edits` are newest first. A revision is always a row of its own. */
export function groupEdits(edits: readonly FlowEdit[]): EditRow[] {
  const rows: EditRow[] = [];
  let oldestAt = 0;
  for (const edit of edits) {
    const row = rows.at(-1);
    if (row !== undefined && oldestAt - edit.at <= pauseMs && belongs(edit, row)) {
      row.first = edit.seq;
      row.count += 1;
      // Renamed in several steps, it is said from the first name to the last.
      if (edit.label.name === 'renameWidget') row.label = { ...row.label, ...oldNameOf(edit) };
    } else rows.push(rowOf(edit));
    oldestAt = edit.at;
  }
  return rows;
}

function rowOf({ seq, label, author, author_name, client, at, revision }: FlowEdit): EditRow {
  const by = { author: author_name, sid: author, client };
  return { first: seq, last: seq, count: 1, label, ...by, at, revision };
}

function belongs(edit: FlowEdit, row: EditRow): boolean {
  if (edit.revision !== null || row.revision !== null || edit.client !== row.client) return false;
  return edit.author_name === row.author && (isSame(edit.label, row.label) || leadsTo(edit.label, row.label));
}

function isSame(earlier: CommandLabel, later: CommandLabel): boolean {
  // The flow's name is typed, and each of its steps has another one.
  const isNameTyped = earlier.name === 'renameFlow' && !('undo' in earlier) && !('undo' in later);
  if (isNameTyped) return later.name === 'renameFlow';
  return JSON.stringify(earlier) === JSON.stringify(later);
}

function leadsTo(earlier: CommandLabel, later: CommandLabel): boolean {
  const isRename = [earlier, later].every((each) => each.name === 'renameWidget' && !('undo' in each));
  return isRename && earlier.target === later.widget;
}

function oldNameOf({ label: { widget } }: FlowEdit): { widget?: string | number } {
  return widget === undefined ? {} : { widget };
}
