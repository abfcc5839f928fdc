/** Appends edits to the log of a flow, in the transaction that decides their order. */

import type { CommandLabel, Operation } from '#flow/commands/command.ts';
import { type Acknowledgement, appendCommands, type Numbered } from '#flow/commands/log.ts';
import { type FlowContent, workingCopyOf } from '#flow/commands/working-copy.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { WorkingCopyRow } from '../../platform/database/schema/flow-edits.ts';
import { editsPerSnapshot, keptSnapshots, readCopy, readEdits, requireCopy } from './copies.ts';
import { findNumbers, foldOldEdits } from './folded-edits.ts';
import {
  deleteOldSnapshots,
  insertEdits,
  insertSnapshot,
  insertWorkingCopy,
  lockWorkingCopy,
  updateWorkingCopy,
} from './store.ts';
import { type LoggedEdit, rowOfEdit, serializeCopy } from './stored-copy.ts';

/** Who makes an edit, with what, and when (epoch milliseconds). */
export type EditOrigin = { author: string | null; authorName: string; client: string; at: number };

export type NewCommand = { id: string; label: CommandLabel; operations: readonly Operation[] };

/** `expired`: the commands were made on a copy that cannot be read any more; only what the log has is acknowledged. */
export type AppendedEdits = {
  head: Numbered;
  /** All after the base. */
  edits: LoggedEdit[];
  /** Those of them that are new. */
  added: LoggedEdit[];
  acknowledgements: Acknowledgement[];
  expired: boolean;
};

/** Opens the flow for editing: from then on every change of its newest revision is an edit of its log. */
export async function openWorkingCopy(
  tx: Queries,
  { flow, account, at }: { flow: string; account: string; at: number },
  content: FlowContent,
): Promise<WorkingCopyRow> {
  const row = { flow, account, seq: 0, updated_at: at };
  await insertWorkingCopy(tx, row, serializeCopy(workingCopyOf(content)));
  return (await lockWorkingCopy(tx, flow)) ?? row;
}

/** `recent` is what is in memory: a copy no newer than `base`, and edits that were committed. */
export type EditBatch = {
  base: number;
  commands: readonly NewCommand[];
  origin: EditOrigin;
  recent: RecentLog;
};

export type RecentLog = {
  copy: Numbered | null;
  /** Null where they are not all known. */
  edits(after: number, to: number): LoggedEdit[] | null;
};

/** Appends commands that were made on the copy after edit `base`. `row` is locked. */
export async function appendEdits(
  tx: Queries,
  row: WorkingCopyRow,
  { base, commands, origin, recent }: EditBatch,
): Promise<AppendedEdits> {
  const { flow, account } = row;
  const seen = await findNumbers(
    tx,
    { flow, newest: row.seq },
    commands.map(({ id }) => id),
  );
  const from = base <= row.seq ? await readCopy(tx, flow, base, recent.copy) : null;
  const between =
    from === null ? null : (recent.edits(base, row.seq) ?? (await readEdits(tx, flow, base, row.seq)));
  if (from === null || between === null) {
    const head = await requireCopy(tx, flow, row.seq);
    const acknowledgements = [...seen].map(([id, seq]) => ({ id, seq, skipped: [] }));
    return { head, edits: [], added: [], acknowledgements, expired: true };
  }
  const { head, entries, acknowledgements } = appendCommands(commands, from, between, seen);
  const added = entries.map((entry) => loggedEdit(entry, origin, null));
  await storeEdits(tx, { flow, account, before: row.seq, head, added, at: origin.at });
  return { head, edits: [...between, ...added], added, acknowledgements, expired: false };
}

/** An edit as it is logged; `revision` is the one that is made with it. */
export function loggedEdit(
  { id, seq, label, operations }: NewCommand & { seq: number },
  { author, authorName, client, at }: EditOrigin,
  revision: number | null,
): LoggedEdit {
  return { seq, id, author, author_name: authorName, client, at, revision, label, operations };
}

/** Writes edits that were appended to a working copy, whose row is locked; `before` is the number of the edit before them. */
export async function storeEdits(
  tx: Queries,
  {
    flow,
    account,
    before,
    head,
    added,
    at,
  }: { flow: string; account: string; before: number; head: Numbered; added: LoggedEdit[]; at: number },
): Promise<void> {
  if (added.length === 0) return;
  await insertEdits(
    tx,
    added.map((each) => rowOfEdit(flow, account, each)),
  );
  await updateWorkingCopy(tx, { flow, seq: head.seq, updated_at: at });
  if (Math.floor(before / editsPerSnapshot) === Math.floor(head.seq / editsPerSnapshot)) return;
  await insertSnapshot(tx, { flow, seq: head.seq, copy: serializeCopy(head.copy) });
  await deleteOldSnapshots(tx, flow, keptSnapshots);
  await foldOldEdits(tx, flow, head.seq);
}
