/** Reads the working copy of a flow as it was after any of its recent edits. */

import { type Numbered, replay } from '#flow/commands/log.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { FlowSnapshotRow } from '../../platform/database/schema/flow-edits.ts';
import { DamagedCopy, isUnreadable, requireSound } from './damage.ts';
import { listEditsAfter } from './folded-edits.ts';
import { deleteSnapshots, findSnapshot, listSnapshotNumbers } from './store.ts';
import { type LoggedEdit, parseSnapshot } from './stored-copy.ts';

/** Edits that are replayed at most; from so many on a snapshot is written. */
export const editsPerSnapshot = 100;
/** An edit may be based on one that is so many before the newest. */
export const maxEditsBehind = 400;
/** Of these all snapshots are kept, and of older ones one for each thousand edits, so that the copy after each can be shown. */
const newestSnapshots = 4;
const editsPerOldSnapshot = 1_000;

/**
 * The copy after edit `seq`; null when it is so old that it cannot be read any more. `pause` is called between pieces of the
 * log, where others may be served meanwhile.
 *
 * @throws DamagedCopy when it cannot be opened
 */
export async function readCopy(
  db: Queries,
  flow: string,
  seq: number,
  known: Numbered | null = null,
  pause: () => Promise<unknown> = async () => {},
): Promise<Numbered | null> {
  if (known?.seq === seq) return requireSound(known);
  let copy = await readSnapshot(db, flow, seq, known);
  while (copy !== null && copy.seq < seq) {
    await pause();
    const edits = await readEdits(db, flow, copy.seq, seq);
    copy = edits && replayed(copy, edits);
  }
  return copy && requireSound(copy);
}

/** @throws DamagedCopy when the copy is one to which nothing can be applied */
export function replayed(start: Numbered, edits: readonly LoggedEdit[]): Numbered {
  try {
    return replay(start, edits);
  } catch (error) {
    throw new DamagedCopy(edits.at(-1)?.seq ?? start.seq, null, error);
  }
}

/**
 * The copy after edit `seq`, which is so new that it can be read.
 *
 * @throws DamagedCopy when it cannot be opened
 */
export async function requireCopy(db: Queries, flow: string, seq: number): Promise<Numbered> {
  const copy = await readCopy(db, flow, seq);
  if (copy === null) throw new DamagedCopy(seq, null);
  return copy;
}

/**
 * The edits after `after`, up to `to` at most, as many as are read at once; null when the next one is not kept.
 *
 * @throws DamagedCopy when one cannot be read
 */
export async function readEdits(
  db: Queries,
  flow: string,
  after: number,
  to: number,
): Promise<LoggedEdit[] | null> {
  if (to <= after) return [];
  const edits = await listEditsAfter(db, flow, after, to - after);
  const unreadable = edits.find(isUnreadable);
  if (unreadable !== undefined) throw new DamagedCopy(unreadable.seq, null);
  return edits[0]?.seq === after + 1 && edits.at(-1)?.seq === after + edits.length ? edits : null;
}

/** The newest copy before that is at hand: `known`, unless so much was edited since that a snapshot is nearer. */
async function readSnapshot(
  db: Queries,
  flow: string,
  seq: number,
  known: Numbered | null,
): Promise<Numbered | null> {
  if (known !== null && seq - known.seq <= editsPerSnapshot) return known;
  const row = await findSnapshot(db, flow, seq);
  return row === undefined ? known : requireSnapshot(row);
}

/** @throws DamagedCopy when it is no JSON */
export function requireSnapshot(row: FlowSnapshotRow): Numbered {
  try {
    return parseSnapshot(row);
  } catch (error) {
    throw new DamagedCopy(row.seq, null, error);
  }
}

/** Deletes the snapshots that are not needed any more once a new one is written. */
export async function thinSnapshots(tx: Queries, flow: string): Promise<void> {
  const old = (await listSnapshotNumbers(tx, flow)).slice(newestSnapshots).reverse();
  const spanOf = (seq: number | undefined) => Math.floor((seq ?? -1) / editsPerOldSnapshot);
  await deleteSnapshots(
    tx,
    flow,
    old.filter((seq, at) => spanOf(seq) === spanOf(old[at - 1])),
  );
}
