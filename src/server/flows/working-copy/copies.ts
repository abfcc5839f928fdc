/** Reads the working copy of a flow as it was after any of its recent edits. */

import { type Numbered, replay } from '#flow/commands/log.ts';
import type { Queries } from '../../platform/database/database.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { findSnapshot, listEditsAfter } from './store.ts';
import { editOfRow, type LoggedEdit, parseSnapshot } from './stored-copy.ts';

/** Edits that are replayed at most; from so many on a snapshot is written. */
export const editsPerSnapshot = 100;
/** Snapshots that are kept: an edit may be based on one before the newest. */
export const keptSnapshots = 4;
/** Flows whose newest copy a process keeps in memory. */
const maxCachedFlows = 100;

const cached = perServer(() => new Map<string, Numbered>());

/** The newest copy that this process has seen; only what is committed may be remembered. */
export function rememberCopy(ctx: ServiceContext, flow: string, copy: Numbered): void {
  const copies = cached(ctx);
  const known = copies.get(flow);
  copies.delete(flow);
  copies.set(flow, known !== undefined && known.seq > copy.seq ? known : copy);
  const [oldest] = copies.keys();
  if (copies.size > maxCachedFlows && oldest !== undefined) copies.delete(oldest);
}

/** The remembered copy, where it is not newer than `seq`. */
export function recallCopy(ctx: ServiceContext, flow: string, seq: number): Numbered | null {
  const copy = cached(ctx).get(flow);
  return copy !== undefined && copy.seq <= seq ? copy : null;
}

/** The copy after edit `seq`; null when it is so old that it cannot be read any more. */
export async function readCopy(
  db: Queries,
  flow: string,
  seq: number,
  known: Numbered | null = null,
): Promise<Numbered | null> {
  if (known?.seq === seq) return known;
  const start = known ?? (await readSnapshot(db, flow, seq));
  if (start === null) return null;
  const edits = await readEdits(db, flow, start.seq, seq);
  return edits === null ? null : replay(start, edits);
}

/** The copy after edit `seq`, which is so new that it can be read. */
export async function requireCopy(db: Queries, flow: string, seq: number): Promise<Numbered> {
  const copy = await readCopy(db, flow, seq);
  if (copy === null) throw new Error(`The working copy of ${flow} after edit ${seq} cannot be read.`);
  return copy;
}

/** The edits after `after` up to `to`; null when some are not kept. */
export async function readEdits(
  db: Queries,
  flow: string,
  after: number,
  to: number,
): Promise<LoggedEdit[] | null> {
  if (to <= after) return [];
  const rows = await listEditsAfter(db, flow, after, to - after);
  return rows.length === to - after && rows[0]?.seq === after + 1 ? rows.map(editOfRow) : null;
}

async function readSnapshot(db: Queries, flow: string, seq: number): Promise<Numbered | null> {
  const row = await findSnapshot(db, flow, seq);
  return row === undefined ? null : parseSnapshot(row);
}
