/**
 * Old edits are folded: a hundred of them are one compressed row, in which an edit takes some 30 bytes instead of some
 * 400. The newest are rows of their own, so that appending and following never touch a block. An edit may have some MB:
 * what is read or folded at once is bounded by its bytes.
 */

import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Queries } from '../../platform/database/database.ts';
import type { EditBlockRow } from '../../platform/database/schema/flow-edits.ts';
import { findBlocksWith, insertBlock, listBlocksAfter, listBlocksBefore } from './block-store.ts';
import { unreadableCommand } from './damage.ts';
import {
  deleteEdits,
  type EditSize,
  findEditNumbers,
  listEditRowsAfter,
  listEditRowsBefore,
  listEditSizes,
} from './store.ts';
import { editOfRow, type LoggedEdit } from './stored-copy.ts';

const editsPerBlock = 100;
/** Bytes of commands in a block before they are compressed: those that exceed it begin the next one. */
const bytesPerBlock = 256 * 1024;
/** The newest edits, which are not folded. */
export const unfoldedEdits = 100;
/** Of one transaction: where many edits are not folded yet, they are with those that follow. */
const maxBlocks = 3;
/** Bytes of commands that are read at once: as many as are parsed while others wait. */
const bytesAtOnce = 1024 ** 2;

/** How many of the edits are within the bytes; one at least. */
function countWithin(sizes: readonly EditSize[], maxBytes: number): number {
  let bytes = 0;
  const end = sizes.findIndex((each) => {
    bytes += each.bytes;
    return bytes > maxBytes;
  });
  return end === -1 ? sizes.length : Math.max(1, end);
}

/** Folds what is old of the flow, whose newest edit is `newest`. Its row is locked. */
export async function foldOldEdits(tx: Queries, flow: string, newest: number): Promise<void> {
  let bytes = 0;
  for (let nth = 0; nth < maxBlocks && bytes < bytesAtOnce; nth += 1) {
    const oldest = await listEditSizes(tx, flow, { after: -1 }, editsPerBlock);
    const old = oldest.filter(({ seq }) => seq <= newest - unfoldedEdits);
    const count = countWithin(old, bytesPerBlock);
    // One that is not full waits for more.
    if (count === old.length && count < editsPerBlock) return;
    const rows = await listEditRowsAfter(tx, flow, -1, count);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return;
    const edits = JSON.stringify(rows.map(editOfRow));
    bytes += edits.length;
    await insertBlock(tx, {
      flow,
      first_seq: first.seq,
      last_seq: last.seq,
      at: Math.max(...rows.map(({ at }) => at)),
      ids: rows.map(({ id }) => digestOf(id)).join(' '),
      edits: deflateRawSync(edits),
    });
    await deleteEdits(tx, flow, last.seq);
  }
}

/**
 * Edits after `seq`, oldest first: at most `limit`, and as many as are soon read, but one at least while there is any. Where
 * some are left out, they follow the last.
 */
export async function listEditsAfter(
  db: Queries,
  flow: string,
  seq: number,
  limit: number,
): Promise<LoggedEdit[]> {
  const sizes = await listEditSizes(db, flow, { after: seq }, limit);
  const older = sizes[0]?.seq === seq + 1 ? [] : await listFoldedAfter(db, flow, seq, limit);
  if (older.length >= limit) return older.slice(0, limit);
  const last = older.at(-1)?.seq ?? seq;
  const newer = sizes.filter((each) => each.seq > last).slice(0, limit - older.length);
  const isNext = older.length === 0 || newer[0]?.seq === last + 1;
  if (newer.length === 0 || !isNext) return older;
  const rows = await listEditRowsAfter(db, flow, last, countWithin(newer, bytesAtOnce));
  if (rows[0]?.seq === newer[0]?.seq) return [...older, ...rows.map(editOfRow)];
  // They were folded meanwhile.
  return older.length > 0 ? older : listEditsAfter(db, flow, seq, limit);
}

async function listFoldedAfter(db: Queries, flow: string, seq: number, limit: number): Promise<LoggedEdit[]> {
  const edits: LoggedEdit[] = [];
  let bytes = 0;
  for (let last = seq; edits.length < limit && bytes < bytesAtOnce; ) {
    const [block] = await listBlocksAfter(db, flow, last, 1);
    if (block === undefined) break;
    const read = readBlock(block);
    edits.push(...read.edits.filter((each) => each.seq > seq));
    bytes += read.bytes;
    last = block.last_seq;
  }
  return edits;
}

/** Edits before `seq`, newest first: at most `limit`, and as many as are soon read. Empty when there are none. */
export async function listEditsBefore(
  db: Queries,
  flow: string,
  seq: number,
  limit: number,
): Promise<LoggedEdit[]> {
  const sizes = await listEditSizes(db, flow, { before: seq }, limit);
  const count = countWithin(sizes, bytesAtOnce);
  const edits = (await listEditRowsBefore(db, flow, seq, count)).map(editOfRow);
  if (count < sizes.length) return edits;
  let bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  while (edits.length < limit && bytes < bytesAtOnce) {
    const oldest = edits.at(-1)?.seq ?? seq;
    const [block] = await listBlocksBefore(db, flow, oldest, 1);
    if (block === undefined) break;
    const read = readBlock(block);
    edits.push(...read.edits.filter((each) => each.seq < oldest).reverse());
    bytes += read.bytes;
  }
  return edits.slice(0, limit);
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
  const edits = blocks.flatMap((block) => readBlock(block).edits).filter(({ id }) => wanted.has(id));
  return new Map(edits.map(({ id, seq }) => [id, seq]));
}

/** `bytes` are those that were parsed. */
function readBlock({ edits, ...block }: EditBlockRow): { edits: LoggedEdit[]; bytes: number } {
  try {
    const text = inflateRawSync(edits);
    return { edits: JSON.parse(text.toString()) as LoggedEdit[], bytes: text.length };
  } catch {
    return { edits: unreadableEdits(block), bytes: 0 };
  }
}

/** What stands for the edits of a block that cannot be read. */
function unreadableEdits({ first_seq, last_seq, at }: Omit<EditBlockRow, 'edits'>): LoggedEdit[] {
  return Array.from({ length: last_seq - first_seq + 1 }, (_, nth) => {
    const seq = first_seq + nth;
    const unknown = { author: null, author_name: '', client: '', revision: null };
    return { seq, id: `unreadable-${seq}`, at, ...unknown, ...unreadableCommand };
  });
}

/** Short: it only says in which blocks to look. */
function digestOf(id: string): string {
  return hash('sha256', id).slice(0, 8);
}
