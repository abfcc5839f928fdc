/** Revisions and the working copy: each revision is an edit of the log, so that those who edit the flow see it. */

import { applyOperations } from '#flow/commands/apply.ts';
import type { Operation } from '#flow/commands/command.ts';
import { operationsBetween } from '#flow/commands/derive.ts';
import { type Numbered, rebaseAll } from '#flow/commands/log.ts';
import { type FlowContent, jsonOf, type WorkingCopy, workingCopyOf } from '#flow/commands/working-copy.ts';
import { jsonEqual } from '#flow/json/json-equal.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { WorkingCopyRow } from '../../platform/database/schema/flow-edits.ts';
import { Refusal } from '../../platform/errors.ts';
import { findEditSeq } from '../revisions/history-store.ts';
import { type EditOrigin, loggedEdit, openWorkingCopy, storeEdits } from './append.ts';
import { readEdits, requireCopy } from './copies.ts';
import { nullIfDamaged } from './damage.ts';
import { lockWorkingCopy } from './store.ts';
import { countUnpublished, nothingPublished } from './unpublished.ts';

/**
 * The copy that a revision is made of: it has to be the newest, or have all that is in the revision before, or may be any
 * that was published or saved before.
 */
export type CopyOfRevision = { seq: number; mustBe: 'newest' | 'newer' | 'any' };

export type SavedRevision = {
  flow: string;
  account: string;
  revision: number;
  /** The published revision once this one is stored; null for none. */
  published: number | null;
  /** Of the revision before. */
  before: FlowContent;
  after: FlowContent;
  /** The copy whose content `after` is; null for a content from elsewhere. */
  madeOf: CopyOfRevision | null;
  origin: EditOrigin;
};

/**
 * Appends what a new revision changed in the one before; a flow that nobody has opened for editing gets its log with it, so
 * that what programs change stands among the edits. A revision that is a copy itself changes nothing in it, and its edit
 * only bears the number of the revision. Resolves with the edit up to which the revision has everything.
 *
 * @throws Refusal conflict when the copy has an edit after the one that the revision is made of, and must not, or when
 * the revision before has such an edit
 */
export async function appendRevision(tx: Queries, saved: SavedRevision): Promise<number> {
  const { flow, account, revision, published, before, after, madeOf, origin } = saved;
  const row =
    (await lockWorkingCopy(tx, flow, account)) ??
    (await openWorkingCopy(tx, { flow, account, counted: nothingPublished, at: origin.at }, before));
  const savedBefore = (await findEditSeq(tx, flow, revision - 1)) ?? 0;
  if (madeOf !== null) await requireCopyToBe(tx, row, madeOf, { seq: savedBefore, revision: revision - 1 });
  const head = await nullIfDamaged(requireCopy(tx, flow, row.seq));
  const id = `revision-${revision}`;
  const isWhole = head === null || isContent(head, after);
  const operations =
    head === null
      ? replacing(workingCopyOf(after))
      : isWhole || madeOf !== null
        ? []
        : operationsOfRevision(head, id, saved);
  // A copy that cannot be opened is replaced.
  const copy = head === null ? workingCopyOf(after) : applyOperations(head.copy, operations).copy;
  const entry = { id, label: { name: 'saveRevision', revision }, operations, seq: row.seq + 1 };
  const added = [loggedEdit(entry, origin, revision)];
  // The revision is stored after this.
  const readPublished = published === revision ? async () => after : undefined;
  const counted = await countUnpublished(tx, { flow, published, copy }, readPublished);
  await storeEdits(tx, {
    flow,
    account,
    before: row.seq,
    head: { seq: entry.seq, copy },
    added,
    counted,
    at: origin.at,
    isRepair: head === null,
  });
  if (isWhole) return entry.seq;
  return madeOf?.seq ?? savedBefore;
}

/** What the revision changed, as it is on a working copy with edits that are in no revision yet. */
function operationsOfRevision(
  head: Numbered,
  id: string,
  { before, after }: Pick<SavedRevision, 'before' | 'after'>,
): readonly Operation[] {
  const back = operationsBetween(head.copy, before, (nth) => `${id}.before.${nth}`);
  const base = applyOperations(head.copy, back).copy;
  const operations = operationsBetween(base, after, (nth) => `${id}.${nth}`);
  return rebaseAll([{ operations }], base, head.copy).commands.flatMap((each) => each.operations);
}

/** What replaces a copy that cannot be read: nothing of that stands in it. */
export function replacing({ name, definition, widgets }: WorkingCopy): Operation[] {
  const to = jsonOf(definition);
  return [
    { kind: 'replace', from: to, to, fromWidgets: widgets, toWidgets: widgets },
    { kind: 'set', widget: null, path: ['name'], to: name },
  ];
}

function isContent({ copy }: Numbered, { name, definition }: FlowContent): boolean {
  return copy.name === name && jsonEqual(jsonOf(copy.definition), jsonOf(definition));
}

/** `newest` is the newest revision, with the edit up to which it has everything. */
async function requireCopyToBe(
  tx: Queries,
  row: WorkingCopyRow,
  { seq, mustBe }: CopyOfRevision,
  newest: { seq: number; revision: number },
): Promise<void> {
  if (mustBe === 'any') return;
  if (mustBe === 'newest' && (await hasChanges(tx, row.flow, seq, row.seq)))
    throw editedMeanwhile(
      `The flow has been edited since edit ${seq}: it is at edit ${row.seq} now`,
      row.seq,
    );
  if (await hasChanges(tx, row.flow, seq, newest.seq))
    throw editedMeanwhile(
      `Revision ${newest.revision} has edits after edit ${seq} already, up to ${newest.seq}`,
      row.seq,
    );
}

/** A revision that is the copy itself is an edit, too, but one that changes nothing. */
async function hasChanges(tx: Queries, flow: string, after: number, to: number): Promise<boolean> {
  const edits = await readEdits(tx, flow, after, to);
  return edits === null || edits.some(({ operations }) => operations.length > 0);
}

/** A revision cannot be made of the edit that it names. */
export function editedMeanwhile(message: string, latest: number): Refusal {
  return new Refusal('conflict', message, { details: { latest_edit: latest } });
}
