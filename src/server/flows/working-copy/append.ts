/** Appends edits to the log of a flow, in the transaction that decides their order. */

import type { Operation } from '#flow/change/operation.ts';
import type { WorkingCopy } from '#flow/change/working-copy.ts';
import type { CommandLabel } from '#flow/commands/command.ts';
import {
  type Accept,
  type Acknowledgement,
  type Appended,
  appendCommands,
  type Numbered,
  type RebaseOptions,
} from '#flow/commands/log.ts';
import { LimitExceeded, WorkBudget } from '#flow/work-budget/work-budget.ts';
import type { Queries, WithCommit } from '../../platform/database/database.ts';
import type { WorkingCopyRow } from '../../platform/database/schema/flow-edits.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  editsPerSnapshot,
  maxEditsBehind,
  readCopy,
  readEdits,
  requireCopy,
  thinSnapshots,
} from './copies.ts';
import { acceptSound, nullIfDamaged } from './damage.ts';
import { findFolded, findNumbers, foldOldEdits, unfoldedEdits } from './folded-edits.ts';
import { type RecentLog, withNewerEdits } from './recent-log.ts';
import {
  findEditNumbers,
  findPublishedRevision,
  insertEdits,
  insertSnapshot,
  insertWorkingCopy,
  listEditRowsAfter,
  lockWorkingCopy,
  updateWorkingCopy,
} from './store.ts';
import { editOfRow, type LoggedEdit, rowOfEdit, serializeCopy } from './stored-copy.ts';
import { countUnpublished, type ReadPublished, type Unpublished } from './unpublished.ts';

/** Edits after the newest in memory that are read with the lock; where there are more, the log is read as for any other base. */
const maxNewerEdits = 200;

/** Edits after the base that are read from the database: as many as are parsed while others wait. */
const maxReadEdits = 200;
/** Of commands written together: above that a snapshot is written, so that they need not be read for a copy. */
const lengthPerSnapshot = 64 * 1024;
/** Operations after the base that commands are rebased over here. */
const maxOperationsBehind = 10_000;
/** Units of work of rebasing the commands of one request, some 30 ms. */
const maxRebaseWork = 3_000_000;
/** The same of applying them and looking at what each of them leaves: a hundred commands may each change a list of 1 MB. */
const maxApplyWork = 3_000_000;

/**
 * True where commands are not rebased here over the edits since their base: who made them gets the newest copy and does it,
 * instead of the server, where others would wait for it.
 */
export function isTooMuchToRebase(edits: readonly LoggedEdit[]): boolean {
  let count = 0;
  for (const { operations } of edits) count += operations.length;
  return count > maxOperationsBehind;
}

/** Who makes an edit, with what, and when (epoch milliseconds). */
export type EditOrigin = { author: string | null; authorName: string; client: string; at: number };

export type NewCommand = { id: string; label: CommandLabel; operations: readonly Operation[] };

/**
 * `expired`: the commands were made on a copy that cannot be read any more, or over which they are too much to rebase; only
 * what the log has is acknowledged.
 */
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
  { flow, account, counted, at }: { flow: string; account: string; counted: Unpublished; at: number },
  copy: WorkingCopy,
  definitionText?: string,
): Promise<WorkingCopyRow> {
  const row = {
    ...{ flow, account, seq: 0, updated_at: at },
    ...counted,
    ...{ edited_at: null, edited_by: null, edited_by_sid: null, edited_with: null },
  };
  await insertWorkingCopy(tx, row, serializeCopy(copy, definitionText));
  return (await lockWorkingCopy(tx, flow, account)) ?? row;
}

/** Commands that one client made one after the other on the copy after edit `base`. */
export type EditBatch = { base: number; commands: readonly NewCommand[]; origin: EditOrigin };

/** The log of a flow whose row is locked, with what is needed to append batches. */
export type LockedLog = {
  row: WorkingCopyRow;
  /** Only what is committed. */
  recent: RecentLog;
  /** The numbers of those among the batches' commands that the log has. */
  seen: Map<string, number>;
};

/**
 * Locks the log, and reads in the same exchange what the batches need; null where the account has no such flow, or
 * it was not opened for editing yet.
 */
export async function lockLog(
  tx: Queries,
  { flow, account }: { flow: string; account: string },
  batches: readonly EditBatch[],
  known: RecentLog,
): Promise<LockedLog | null> {
  const ids = batches.flatMap(({ commands }) => commands.map(({ id }) => id));
  const isShort = known.newest !== null && known.newest <= unfoldedEdits;
  const [row, numbers, newer] = await Promise.all([
    lockWorkingCopy(tx, flow, account),
    isShort ? findEditNumbers(tx, flow, ids) : findNumbers(tx, flow, ids),
    known.newest === null ? [] : listEditRowsAfter(tx, flow, known.newest, maxNewerEdits),
  ]);
  if (row === undefined) return null;
  // Others may have made it long meanwhile.
  const folded = isShort && row.seq > unfoldedEdits ? await findFolded(tx, flow, ids) : [];
  const recent = withNewerEdits(known, newer.map(editOfRow));
  return { row, recent, seen: new Map([...folded, ...numbers]) };
}

/**
 * Appends batches one after the other; resolves with the answer to each.
 *
 * @throws LimitExceeded when there are several batches, which are too much to rebase or to apply together
 * @throws Refusal bad-request when there is one, whose commands are too much to apply together
 */
export async function appendEdits(
  tx: Queries,
  { row, recent, seen }: LockedLog,
  batches: readonly EditBatch[],
  { withCommit, published: read }: { withCommit: WithCommit; published: ReadPublished },
): Promise<AppendedEdits[]> {
  const { flow, account } = row;
  const answers: AppendedEdits[] = [];
  const fresh: LoggedEdit[] = [];
  let newest: Numbered | null = null;
  const work = new WorkBudget(maxRebaseWork);
  const applyWork = new WorkBudget(maxApplyWork);
  for (const batch of batches) {
    const logged = await readBase(tx, row, batch.base, recent);
    const between = logged === null ? [] : [...logged.edits, ...fresh];
    const known: Numbered | null = newest ?? recent.copy(row.seq);
    const options: RebaseOptions = {
      head: known?.seq === (between.at(-1)?.seq ?? row.seq) ? known : null,
      work,
    };
    const appended: Appended<NewCommand> | null =
      logged &&
      (await onSound(
        () => appendWithin(batch, logged.copy, between, seen, options, applyWork),
        () => requireCopy(tx, flow, row.seq),
      ));
    if (applyWork.left === 0) {
      if (batches.length > 1) applyWork.assertNotExceeded();
      throw tooMuchAtOnce();
    }
    if (appended === null) {
      if (logged !== null && batches.length > 1) work.assertNotExceeded();
      newest ??= await readCopy(tx, flow, row.seq, recent.copy(row.seq));
      newest ??= await requireCopy(tx, flow, row.seq);
      answers.push(expired(newest, batch, seen));
      continue;
    }
    const { head, entries, acknowledgements } = appended;
    const added = entries.map((entry) => loggedEdit(entry, batch.origin, null));
    for (const { id, seq } of added) seen.set(id, seq);
    fresh.push(...added);
    newest = head;
    answers.push({ head, edits: [...between, ...added], added, acknowledgements, expired: false });
  }
  const at = Math.max(...batches.map(({ origin }) => origin.at));
  if (newest !== null && fresh.length > 0) {
    const published =
      row.unpublished === null ? await findPublishedRevision(tx, flow) : row.published_revision;
    const counted = await countUnpublished(tx, { flow, published, copy: newest.copy }, read);
    const edits = { flow, account, before: row.seq, head: newest, added: fresh, counted, at };
    await storeEdits(tx, edits, withCommit);
  }
  return answers;
}

/** Null where that is too much work. */
function appendWithin(
  { commands }: EditBatch,
  base: Numbered,
  between: readonly LoggedEdit[],
  seen: ReadonlyMap<string, number>,
  options: RebaseOptions,
  applyWork: WorkBudget,
): Appended<NewCommand> | null {
  if (isTooMuchToRebase(between)) return null;
  // What one command takes is bounded by the size of a copy.
  const work = commands.length > 1 ? applyWork : undefined;
  const accept: Accept = (after, before, id) => acceptSound(after, before, id, work);
  try {
    return appendCommands(commands, base, between, seen, { ...options, accept });
  } catch (error) {
    if (error instanceof LimitExceeded) return null;
    throw error;
  }
}

function tooMuchAtOnce(): Refusal {
  const message = 'Commands take too much work together: send fewer of them at once';
  return new Refusal('bad-request', message, { details: { field: 'Commands' } });
}

/** Appends; where that fails because the newest copy is damaged already, no command is to blame. @throws DamagedCopy */
async function onSound<T>(append: () => T, requireHead: () => Promise<Numbered>): Promise<T> {
  try {
    return append();
  } catch (error) {
    await requireHead();
    throw error;
  }
}

/**
 * The copy after edit `base` and the edits after it that are committed; null where they are too many, not kept, or cannot be
 * opened.
 */
async function readBase(
  tx: Queries,
  { flow, seq }: WorkingCopyRow,
  base: number,
  recent: RecentLog,
): Promise<{ copy: Numbered; edits: LoggedEdit[] } | null> {
  if (base > seq || seq - base > maxEditsBehind) return null;
  const known = recent.edits(base, seq);
  if (known === null && seq - base > maxReadEdits) return null;
  const edits = known ?? (await nullIfDamaged(readEdits(tx, flow, base, seq)));
  if (edits?.length !== seq - base) return null;
  const copy = await nullIfDamaged(readCopy(tx, flow, base, recent.copy(base)));
  return copy && { copy, edits };
}

export function expired(
  head: Numbered,
  { commands }: Pick<EditBatch, 'commands'>,
  seen: ReadonlyMap<string, number>,
): AppendedEdits {
  const acknowledgements = commands.flatMap(({ id }) => {
    const seq = seen.get(id);
    return seq === undefined ? [] : [{ id, seq, skipped: [] }];
  });
  return { head, edits: [], added: [], acknowledgements, expired: true };
}

/** An edit as it is logged; `revision` is the one that is made with it. */
export function loggedEdit(
  { id, seq, label, operations }: NewCommand & { seq: number },
  { author, authorName, client, at }: EditOrigin,
  revision: number | null,
): LoggedEdit {
  return { seq, id, author, author_name: authorName, client, at, revision, label, operations };
}

/** Edits to write, with the copy after them. */
type UnstoredEdits = {
  flow: string;
  account: string;
  /** The number of the edit before them. */
  before: number;
  head: Numbered;
  /** The definition of the copy as JSON, where that is known. */
  definitionText?: string | undefined;
  added: LoggedEdit[];
  /** The operations of the only edit as JSON, where that is known. */
  operationsText?: string | undefined;
  counted: Unpublished;
  at: number;
  /** No copy can be read from what is stored before: a snapshot is written. */
  isRepair?: boolean;
};

/** Writes edits that were appended to a working copy, whose row is locked; together with the commit where that is given. */
export async function storeEdits(
  tx: Queries,
  edits: UnstoredEdits,
  withCommit: WithCommit | null = null,
): Promise<void> {
  const { flow, account, before, head, added, counted, at, isRepair = false } = edits;
  const rows = added.map((each) => rowOfEdit(flow, account, each, edits.operationsText));
  // Sent together: the row is locked, and every edit more has to wait for it.
  const last = added.findLast(({ operations }) => operations.length > 0);
  const row = {
    ...{ flow, seq: head.seq, updated_at: at, ...counted },
    ...(last && {
      ...{ edited_at: last.at, edited_by: last.author_name, edited_by_sid: last.author },
      edited_with: last.client,
    }),
  };
  const writes = [insertEdits(tx, rows), updateWorkingCopy(tx, row)];
  const isLarge = rows.reduce((sum, { command }) => sum + command.length, 0) > lengthPerSnapshot;
  const isFull =
    isRepair || isLarge || Math.floor(before / editsPerSnapshot) < Math.floor(head.seq / editsPerSnapshot);
  if (withCommit !== null && !isFull) return writes.forEach(withCommit);
  await Promise.all(writes);
  if (!isFull) return;
  await insertSnapshot(tx, { flow, seq: head.seq, copy: serializeCopy(head.copy, edits.definitionText) });
  await thinSnapshots(tx, flow);
  await foldOldEdits(tx, flow, head.seq);
}
