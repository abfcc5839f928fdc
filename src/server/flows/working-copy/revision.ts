/** Revisions and the working copy: each revision is an edit of the log, so that those who edit the flow see it. */

import { applyOperations } from '#flow/change/apply.ts';
import type { Operation } from '#flow/change/operation.ts';
import { type FlowContent, type WorkingCopy, workingCopyOf } from '#flow/change/working-copy.ts';
import type { Numbered } from '#flow/commands/log.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { WorkingCopyRow } from '../../platform/database/schema/flow-edits.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  isContent,
  operationsOfRevision,
  rebasedOperations,
  type SaveComparison,
} from '../revisions/compare-save.ts';
import { findEditSeq } from '../revisions/store.ts';
import { type EditOrigin, loggedEdit, openWorkingCopy, storeEdits } from './append.ts';
import { readEdits, requireCopy } from './copies.ts';
import { nullIfDamaged } from './damage.ts';
import { lockWorkingCopy } from './store.ts';
import type { LoggedEdit } from './stored-copy.ts';
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
  /** Reads the revision before. */
  before: () => Promise<FlowContent>;
  after: FlowContent;
  /** Its definition as JSON. */
  afterText: string;
  /** The copy whose content `after` is; null for a content from elsewhere. */
  madeOf: CopyOfRevision | null;
  /** What was compared before the flow was locked; null where nothing was. */
  compared: ComparedBeforehand | null;
  origin: EditOrigin;
};

/** A comparison, with what it was made of. */
export type ComparedBeforehand = SaveComparison & {
  head: Numbered;
  /** The definition of that copy as JSON. */
  headText: string;
  /** The number of the revision before. */
  before: number;
  /** The revision with which the summary compares, and the published one. */
  summarized: number | null;
  published: number | null;
};

/** The id of the edit with which a revision is made. */
export function idOfRevision(revision: number): string {
  return `revision-${revision}`;
}

/**
 * Appends what a new revision changed in the one before; a flow that was never opened for editing gets its log with it, so
 * that what programs change stands among the edits. A revision that is a copy itself changes nothing in it, and its edit
 * only bears the number of the revision. Resolves with the edit up to which the
 * revision has everything, its own edit, and the copy after that.
 *
 * @throws Refusal conflict when the copy has an edit after the one that the revision is made of, and must not, or when
 * the revision before has such an edit
 */
export async function appendRevision(
  tx: Queries,
  saved: SavedRevision,
): Promise<{ editSeq: number; edit: LoggedEdit; head: Numbered }> {
  const { flow, account, revision, published, after, afterText, madeOf, compared, origin } = saved;
  const row = (await lockWorkingCopy(tx, flow, account)) ?? (await openBefore(tx, saved));
  const savedBefore = (await findEditSeq(tx, flow, revision - 1)) ?? 0;
  if (madeOf !== null) await requireCopyToBe(tx, row, madeOf, { seq: savedBefore, revision: revision - 1 });
  const isKnown = compared?.before === revision - 1 && compared.head.seq === row.seq;
  const head = isKnown ? compared.head : await nullIfDamaged(requireCopy(tx, flow, row.seq));
  const id = idOfRevision(revision);
  const isWhole = head === null || isContent(head.copy, after);
  const operations =
    head === null
      ? replacing(workingCopyOf(after))
      : isWhole || madeOf !== null
        ? []
        : await operationsOn(head, id, saved);
  // A copy that cannot be opened is replaced.
  const copy =
    head === null
      ? workingCopyOf(after)
      : operations.length === 0
        ? head.copy
        : isKnown && compared.widgets !== null
          ? { ...after, widgets: compared.widgets }
          : applyOperations(head.copy, operations).copy;
  const entry = { id, label: { name: 'saveRevision', revision }, operations, seq: row.seq + 1 };
  const edit = loggedEdit(entry, origin, revision);
  // The revision is stored after this.
  const readPublished = published === revision ? async () => after : undefined;
  const counted =
    isKnown && published !== null && compared.published === published && compared.unpublished !== null
      ? { published_revision: published, unpublished: compared.unpublished }
      : await countUnpublished(tx, { flow, published, copy }, readPublished);
  const stored = { seq: entry.seq, copy };
  await storeEdits(tx, {
    flow,
    account,
    before: row.seq,
    head: stored,
    definitionText: copy.definition === after.definition ? afterText : undefined,
    added: [edit],
    operationsText: isKnown && operations === compared.operations ? compared.operationsText : undefined,
    counted,
    at: origin.at,
    isRepair: head === null,
  });
  const editSeq = isWhole ? entry.seq : (madeOf?.seq ?? savedBefore);
  return { editSeq, edit, head: stored };
}

/** Opens a flow for editing with the revision before. */
async function openBefore(tx: Queries, saved: SavedRevision): Promise<WorkingCopyRow> {
  const { flow, account, revision, before, compared, origin } = saved;
  const opened = { flow, account, counted: nothingPublished, at: origin.at };
  return compared?.before === revision - 1 && compared.head.seq === 0
    ? openWorkingCopy(tx, opened, compared.head.copy, compared.headText)
    : openWorkingCopy(tx, opened, workingCopyOf(await before()));
}

/** The operations of the revision on `head`: those compared beforehand, unless another revision came in between. */
async function operationsOn(head: Numbered, id: string, saved: SavedRevision): Promise<readonly Operation[]> {
  const { compared, revision, before, after } = saved;
  if (compared?.before !== revision - 1)
    return operationsOfRevision(head.copy, id, { before: await before(), after });
  const { operations, head: known } = compared;
  return known.seq === head.seq ? operations : rebasedOperations(operations, known.copy, head.copy);
}

/** What replaces a copy that cannot be read: nothing of that stands in it. */
export function replacing({ name, definition, widgets }: WorkingCopy): Operation[] {
  const to = definition;
  return [
    { kind: 'replace', from: to, to, fromWidgets: widgets, toWidgets: widgets },
    { kind: 'set', widget: null, path: ['name'], to: name },
  ];
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
  for (let last = after; last < to; ) {
    const edits = await readEdits(tx, flow, last, to);
    if (edits === null || edits.some(({ operations }) => operations.length > 0)) return true;
    last += edits.length;
  }
  return false;
}

/** A revision cannot be made of the edit that it names. */
export function editedMeanwhile(message: string, latest: number): Refusal {
  return new Refusal('conflict', message, { details: { latest_edit: latest } });
}
