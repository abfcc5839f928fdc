/** Appends edits to the log of a flow, in the transaction that decides their order. */

import { applyOperations } from '#flow/commands/apply.ts';
import type { CommandLabel, Operation } from '#flow/commands/command.ts';
import { operationsBetween } from '#flow/commands/derive.ts';
import { type Acknowledgement, appendCommands, type Numbered, rebaseAll } from '#flow/commands/log.ts';
import { type FlowContent, jsonOf, workingCopyOf } from '#flow/commands/working-copy.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { WorkingCopyRow } from '../../platform/database/schema/flow-edits.ts';
import { editsPerSnapshot, keptSnapshots, readCopy, readEdits } from './copies.ts';
import {
  deleteOldSnapshots,
  findEditNumbers,
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
  edits: LoggedEdit[];
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

/** `known` is a copy no newer than `base`, where one is in memory. */
export type EditBatch = {
  base: number;
  commands: readonly NewCommand[];
  origin: EditOrigin;
  known: Numbered | null;
};

/** Appends commands that were made on the copy after edit `base`. `row` is locked. */
export async function appendEdits(
  tx: Queries,
  row: WorkingCopyRow,
  { base, commands, origin, known }: EditBatch,
): Promise<AppendedEdits> {
  const { flow, account } = row;
  const seen = await findEditNumbers(
    tx,
    flow,
    commands.map(({ id }) => id),
  );
  const from = base <= row.seq ? await readCopy(tx, flow, base, known) : null;
  const between = from === null ? null : await readEdits(tx, flow, base, row.seq);
  if (from === null || between === null) {
    const head = await requireHead(tx, row);
    const acknowledgements = [...seen].map(([id, seq]) => ({ id, seq, skipped: [] }));
    return { head, edits: [], acknowledgements, expired: true };
  }
  const { head, entries, acknowledgements } = appendCommands(commands, from, between, seen);
  const added = entries.map((entry) => loggedEdit(entry, origin, null));
  await store(tx, { flow, account, before: row.seq, head, added, at: origin.at });
  return { head, edits: [...between, ...added], acknowledgements, expired: false };
}

export type SavedRevision = {
  flow: string;
  revision: number;
  before: FlowContent;
  after: FlowContent;
  origin: EditOrigin;
};

/**
 * Appends what a new revision changed in the one before, where the flow has been opened for editing: those who edit it see
 * it. A revision that is the working copy itself changes nothing in it, and its edit only bears the number of the revision.
 */
export async function appendRevision(
  tx: Queries,
  { flow, revision, before, after, origin }: SavedRevision,
): Promise<void> {
  const row = await lockWorkingCopy(tx, flow);
  if (row === undefined) return;
  const { account } = row;
  const head = await requireHead(tx, row);
  const id = `revision-${revision}`;
  const operations = isContent(head, after) ? [] : operationsOfRevision(head, id, before, after);
  const { copy } = applyOperations(head.copy, operations);
  const entry = { id, label: { name: 'saveRevision', revision }, operations, seq: row.seq + 1 };
  const added = [loggedEdit(entry, origin, revision)];
  await store(tx, { flow, account, before: row.seq, head: { seq: entry.seq, copy }, added, at: origin.at });
}

/** What the revision changed, as it is on a working copy with edits that are in no revision yet. */
function operationsOfRevision(
  head: Numbered,
  id: string,
  before: FlowContent,
  after: FlowContent,
): readonly Operation[] {
  const back = operationsBetween(head.copy, before, (nth) => `${id}.before.${nth}`);
  const base = applyOperations(head.copy, back).copy;
  const operations = operationsBetween(base, after, (nth) => `${id}.${nth}`);
  return rebaseAll([{ operations }], base, head.copy).commands.flatMap((each) => each.operations);
}

function isContent({ copy }: Numbered, { name, definition }: FlowContent): boolean {
  return copy.name === name && jsonEqual(jsonOf(copy.definition), jsonOf(definition));
}

async function requireHead(db: Queries, { flow, seq }: WorkingCopyRow): Promise<Numbered> {
  const head = await readCopy(db, flow, seq);
  if (head === null) throw new Error(`The working copy of ${flow} cannot be read.`);
  return head;
}

function loggedEdit(
  { id, seq, label, operations }: NewCommand & { seq: number },
  { author, authorName, client, at }: EditOrigin,
  revision: number | null,
): LoggedEdit {
  return { seq, id, author, author_name: authorName, client, at, revision, label, operations };
}

async function store(
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
}
