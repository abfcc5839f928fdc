/**
 * Old edits are folded: a hundred of them are one compressed row, in which an edit takes some 30 bytes instead of some
 * 400. The newest are rows of their own, so that appending and following never touch a block.
 */

import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Queries } from '../../platform/database/database.ts';
import type { EditBlockRow } from '../../platform/database/schema/flow-edits.ts';
import { findBlocksWith, insertBlock, listBlocksAfter, listBlocksBefore } from './block-store.ts';
import { unreadableCommand } from './damage.ts';
import {
  deleteEdits,
  findEditNumbers,
  listEditRows,
  listEditRowsAfter,
  listEditRowsBefore,
} from './store.ts';
import { editOfRow, type LoggedEdit } from './stored-copy.ts';

const editsPerBlock = 100;
/** The newest edits, which are not folded. */
export const unfoldedEdits = 100;
/** Of one transaction: where many edits are not folded yet, they are with those that follow. */
const maxBlocks = 3;

/** Folds what is old of the flow, whose newest edit is `newest`. Its row is locked. */
export async function foldOldEdits(tx: Queries, flow: string, newest: number): Promise<void> {
  for (let nth = 0; nth < maxBlocks; nth += 1) {
    const rows = await listEditRows(tx, flow, { upTo: newest - unfoldedEdits, limit: editsPerBlock });
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined || rows.length < editsPerBlock) return;
    await insertBlock(tx, {
      flow,
      first_seq: first.seq,
      last_seq: last.seq,
      at: Math.max(...rows.map(({ at }) => at)),
      ids: rows.map(({ id }) => digestOf(id)).join(' '),
      edits: deflateRawSync(JSON.stringify(rows.map(editOfRow))),
    });
    await deleteEdits(tx, flow, last.seq);
  }
}

/** Edits after `seq`, oldest first, at most `limit`. */
export async function listEditsAfter(
  db: Queries,
  flow: string,
  seq: number,
  limit: number,
): Promise<LoggedEdit[]> {
  const rows = await listEditRowsAfter(db, flow, seq, limit);
  const [first] = rows;
  const edits = rows.map(editOfRow);
  if (first === undefined || first.seq === seq + 1) return edits;
  // Those that were folded between the two reads are among the rows.
  const folded = (await listBlocksAfter(db, flow, seq, blocksOf(limit))).flatMap(editsOfBlock);
  const older = folded.filter((each) => each.seq > seq && each.seq < first.seq);
  return [...older, ...edits].slice(0, limit);
}

/** Edits before `seq`, newest first, at most `limit`. */
export async function listEditsBefore(
  db: Queries,
  flow: string,
  seq: number,
  limit: number,
): Promise<LoggedEdit[]> {
  const edits = (await listEditRowsBefore(db, flow, seq, limit)).map(editOfRow);
  if (edits.length === limit) return edits;
  const oldest = edits.at(-1)?.seq ?? seq;
  const folded = (await listBlocksBefore(db, flow, oldest, blocksOf(limit))).flatMap((block) =>
    editsOfBlock(block).reverse(),
  );
  return [...edits, ...folded.filter((each) => each.seq < oldest)].slice(0, limit);
}

/** The numbers of those of the ids that the log has, wherever it has them. Asked for in one exchange. */
export async function findNumbers(
  db: Queries,
  flow: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const [numbers, folded] = await Promise.all([findEditNumbers(db, flow, ids), findFolded(db, flow, ids)]);
  return new Map([...folded, ...numbers]);
}

/** The numbers of those of the ids that are in blocks. */
export async function findFolded(
  db: Queries,
  flow: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const wanted = new Set(ids);
  const blocks = await findBlocksWith(db, flow, ids.map(digestOf));
  const edits = blocks.flatMap(editsOfBlock).filter(({ id }) => wanted.has(id));
  return new Map(edits.map(({ id, seq }) => [id, seq]));
}

/** So many blocks have `limit` edits, wherever the first of them is in its block. */
function blocksOf(limit: number): number {
  return Math.ceil(limit / editsPerBlock) + 1;
}

function editsOfBlock({ edits, ...block }: EditBlockRow): LoggedEdit[] {
  try {
    return JSON.parse(inflateRawSync(edits).toString()) as LoggedEdit[];
  } catch {
    return unreadableEdits(block);
  }
}

/** What stands for the edits of a block that cannot be read. */
function unreadableEdits({ first_seq, last_seq, at }: Omit<EditBlockRow, 'edits'>): LoggedEdit[] {
  return Array.from({ length: last_seq - first_seq + 1 }, (_, nth) => {
    const seq = first_seq + nth;
    const nobody = { author: null, author_name: '', client: '', revision: null };
    return { seq, id: `unreadable-${seq}`, at, ...nobody, ...unreadableCommand };
  });
}

/** Short: it only says in which blocks to look. */
function digestOf(id: string): string {
  return hash('sha256', id).slice(0, 8);
}
