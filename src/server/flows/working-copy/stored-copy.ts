/** The form in which working copies and edits are stored, and back. */

import type { Operation } from '#flow/change/operation.ts';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import type { LoggedCommand } from '#flow/commands/command.ts';
import type { Numbered } from '#flow/commands/log.ts';
import type { FlowEditRow, FlowSnapshotRow } from '../../platform/database/schema/flow-edits.ts';
import { unreadableCommand } from './damage.ts';

/** An entry of the log as it is sent. `revision` is the one that was made of the copy with this edit. */
export type LoggedEdit = LoggedCommand & { revision: number | null };

export function serializeCopy({ name, definition, widgets }: WorkingCopy): string {
  return JSON.stringify({ name, definition, widgets });
}

export function parseSnapshot({ seq, copy }: FlowSnapshotRow): Numbered {
  return { seq, copy: JSON.parse(copy) as WorkingCopy };
}

export function rowOfEdit(flow: string, account: string, edit: LoggedEdit): FlowEditRow {
  const { seq, id, author, author_name, client, revision, at, label, operations } = edit;
  const command = JSON.stringify({ label, operations });
  return { flow, seq, id, account, author, author_name, client, command, revision, at };
}

export function editOfRow(row: FlowEditRow): LoggedEdit {
  const { seq, id, author, author_name, client, revision, at } = row;
  const { label, operations } = parseCommand(row.command);
  return { seq, id, author, author_name, client, at, revision, label, operations };
}

function parseCommand(text: string): { label: LoggedEdit['label']; operations: Operation[] } {
  try {
    return JSON.parse(text) as ReturnType<typeof parseCommand>;
  } catch {
    return unreadableCommand;
  }
}
