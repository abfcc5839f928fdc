/** Stores old edits in compressed blocks. */

import type { Queries } from '../../platform/database/database.ts';
import type { EditBlockRow } from '../../platform/database/schema/flow-edits.ts';

export async function insertBlock(tx: Queries, row: EditBlockRow): Promise<void> {
  await tx.insertInto('flow_edit_blocks').values(row).execute();
}

/** Blocks with edits after `seq`, oldest first, at most `limit`. */
export function listBlocksAfter(
  db: Queries,
  flow: string,
  seq: number,
  limit: number,
): Promise<EditBlockRow[]> {
  return db
    .selectFrom('flow_edit_blocks')
    .selectAll()
    .where('flow', '=', flow)
    .where('last_seq', '>', seq)
    .orderBy('last_seq')
    .limit(limit)
    .execute();
}

/** Blocks with edits before `seq`, newest first, at most `limit`. */
export function listBlocksBefore(
  db: Queries,
  flow: string,
  seq: number,
  limit: number,
): Promise<EditBlockRow[]> {
  return db
    .selectFrom('flow_edit_blocks')
    .selectAll()
    .where('flow', '=', flow)
    .where('first_seq', '<', seq)
    .orderBy('last_seq', 'desc')
    .limit(limit)
    .execute();
}

/** Blocks that may have an edit with one of these digests of ids. */
export async function findBlocksWith(
  db: Queries,
  flow: string,
  digests: readonly string[],
): Promise<EditBlockRow[]> {
  if (digests.length === 0) return [];
  return db
    .selectFrom('flow_edit_blocks')
    .selectAll()
    .where('flow', '=', flow)
    .where((eb) => eb.or(digests.map((digest) => eb('ids', 'like', `%${digest}%`))))
    .execute();
}

/** Deletes blocks whose newest edit was made before that time; gives their number and that of their edits. */
export async function deleteOldBlocks(
  tx: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<{ blocks: number; folded: number }> {
  const rows = await tx
    .selectFrom('flow_edit_blocks')
    .select(['flow', 'first_seq', 'last_seq'])
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
    .execute();
  for (const { flow, last_seq } of rows) {
    await deleteBlocksUpTo(tx, flow, last_seq);
    // The newest snapshot is newer: edits are folded when it is written.
    await tx.deleteFrom('flow_snapshots').where('flow', '=', flow).where('seq', '<', last_seq).execute();
  }
  const folded = rows.reduce((sum, { first_seq, last_seq }) => sum + last_seq - first_seq + 1, 0);
  return { blocks: rows.length, folded };
}

/** Deletes the blocks with no edit after `seq`. */
export async function deleteBlocksUpTo(tx: Queries, flow: string, seq: number): Promise<void> {
  await tx.deleteFrom('flow_edit_blocks').where('flow', '=', flow).where('last_seq', '<=', seq).execute();
}
