/** The form in which working copies and edits are stored, and back. */

import type { Operation } from '#flow/change/operation.ts';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import type { LoggedCommand } from '#flow/commands/command.ts';
import type { Numbered } from '#flow/commands/log.ts';
import type { FlowEditRow, FlowSnapshotRow } from '../../platform/database/schema/flow-edits.ts';
import { unreadableCommand } from './damage.ts';

/** An entry of the log as it is sent. `revision` is the one that was made of the copy with this edit. */
export type LoggedEdit = LoggedCommand & { revision: number | null };

/** `text` is the definition as JSON, where that is known: it takes up to 10 ms. */
export function serializeCopy(
  { name, definition, widgets }: WorkingCopy,
  text = JSON.stringify(definition),
): string {
  return `{"name":${JSON.stringify(name)},"definition":${text},"widgets":${JSON.stringify(widgets)}}`;
}

export function parseSnapshot({ seq, copy }: FlowSnapshotRow): Numbered {
  return { seq, copy: JSON.parse(copy) as WorkingCopy };
}

/** `text` are the operations as JSON, where that is known. */
export function rowOfEdit(
  flow: string,
  account: string,
  edit: LoggedEdit,
  text = JSON.stringify(edit.operations),
): FlowEditRow {
  const { seq, id, author, author_name, client, revision, at, label } = edit;
  const command = `{"label":${JSON.stringify(label)},"operations":${text}}`;
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
