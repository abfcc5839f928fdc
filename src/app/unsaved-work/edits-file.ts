/** A file with the edits of a flow that the server does not have: downloaded where the browser cannot keep them. */

import type { WorkingCopy } from '#flow/change/working-copy.ts';
import { createEditor, type EditorState, type PendingCommand, sendAgain } from '#flow/commands/editor.ts';
import { readCommand } from '#flow/commands/read-command.ts';
import { isObject } from '#flow/json/json.ts';

/** The edits that a page has of a flow. `client` is that page, whose ids make sending them twice harmless. */
export type FlowEdits = { flow: string; client: string; editor: EditorState };

const kind = 'patchbay-edits';

/** The file's text: the edits that are not confirmed, and the copy that they were made on. */
export function editsFileText({ flow, client, editor: { confirmed, pending } }: FlowEdits): string {
  return `${JSON.stringify({ kind, flow, client, confirmed, pending }, null, 2)}\n`;
}

/** Null for a file that is something else. */
export function readEditsFile(text: string): FlowEdits | null {
  const file = parsed(text);
  if (!isObject(file) || file.kind !== kind) return null;
  const { flow, client, confirmed, pending } = file;
  if (typeof flow !== 'string' || typeof client !== 'string') return null;
  if (!isObject(confirmed) || typeof confirmed.seq !== 'number' || !isCopy(confirmed.copy)) return null;
  if (!Array.isArray(pending)) return null;
  const commands = pending.flatMap((each): PendingCommand[] => {
    const read = readCommand(each);
    return read.ok ? [{ ...read.command, gesture: null, sent: true }] : [];
  });
  if (commands.length < pending.length) return null;
  const start = createEditor({ seq: confirmed.seq, copy: confirmed.copy });
  return { flow, client, editor: sendAgain({ ...start, pending: commands }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCopy(value: unknown): value is WorkingCopy {
  return (
    isObject(value) &&
    typeof value.name === 'string' &&
    isObject(value.definition) &&
    Array.isArray(value.widgets) &&
    value.widgets.every((each) => typeof each === 'string')
  );
}
