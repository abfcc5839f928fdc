/** Stores working copies: the log of edits, and snapshots of what they led to. */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { lockRows } from '../../platform/database/dialect.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type {
  FlowEditRow,
  FlowSnapshotRow,
  WorkingCopyRow,
} from '../../platform/database/schema/flow-edits.ts';
import { deleteBlocksUpTo } from './block-store.ts';

export async function findWorkingCopy(db: Queries, flow: string): Promise<WorkingCopyRow | undefined> {
  return db.selectFrom('working_copies').selectAll().where('flow', '=', flow).executeTakeFirst();
}

const lockRow = prepared((db, value: Values<{ flow: string; account: string }>) =>
  lockRows(
    db,
    db
      .selectFrom('working_copies')
      .selectAll()
      .where('flow', '=', value('flow'))
      .where('account', '=', value('account')),
  ),
);

/** The row of the account's flow, which stays locked until the transaction ends: that decides the order of edits. */
export async function lockWorkingCopy(
  tx: Queries,
  flow: string,
  account: string,
): Promise<WorkingCopyRow | undefined> {
  return (await lockRow(tx, { flow, account }))[0];
}

/** Inserts the row and the first snapshot, unless another process has done it. */
export async function insertWorkingCopy(tx: Queries, row: WorkingCopyRow, copy: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('working_copies')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return;
  await insertSnapshot(tx, { flow: row.flow, seq: row.seq, copy });
}

export async function updateWorkingCopy(
  tx: Queries,
  { flow, ...changed }: Partial<Omit<WorkingCopyRow, 'account'>> & { flow: string },
): Promise<void> {
  await tx.updateTable('working_copies').set(changed).where('flow', '=', flow).execute();
}

/** The number of the published revision of a flow; null while there is none. */
export async function findPublishedRevision(db: Queries, flow: string): Promise<number | null> {
  const row = await db
    .selectFrom('flows')
    .select('published_revision')
    .where('sid', '=', flow)
    .executeTakeFirst();
  return row?.published_revision ?? null;
}

export async function insertEdits(tx: Queries, rows: readonly FlowEditRow[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('flow_edits').values(rows).execute();
}

export type EditSize = { seq: number; bytes: number };

/**
 * The bytes of commands after an edit, oldest first, or before one, newest first, at most `limit`: neither database reads the
 * commands for that.
 */
export function listEditSizes(
  db: Queries,
  flow: string,
  from: { after: number } | { before: number },
  limit: number,
): Promise<EditSize[]> {
  const query = db
    .selectFrom('flow_edits')
    .select(['seq', sql<number>`octet_length(command)`.as('bytes')])
    .where('flow', '=', flow)
    .limit(limit);
  return 'after' in from
    ? query.where('seq', '>', from.after).orderBy('seq').execute()
    : query.where('seq', '<', from.before).orderBy('seq', 'desc').execute();
}

/** Rows of edits after `seq`, oldest first, at most `limit`. */
export function listEditRowsAfter(
  db: Queries,
  flow: string,
  seq: number,
  limit: number,
): Promise<FlowEditRow[]> {
  return db
    .selectFrom('flow_edits')
    .selectAll()
    .where('flow', '=', flow)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Deletes the rows of edits up to one. */
export async function deleteEdits(tx: Queries, flow: string, upTo: number): Promise<void> {
  await tx.deleteFrom('flow_edits').where('flow', '=', flow).where('seq', '<=', upTo).execute();
}

/** Rows of edits before `seq`, newest first, at most `limit`. */
export function listEditRowsBefore(
  db: Queries,
  flow: string,
  seq: number,
  limit: number,
): Promise<FlowEditRow[]> {
  return db
    .selectFrom('flow_edits')
    .selectAll()
    .where('flow', '=', flow)
    .where('seq', '<', seq)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

/** The numbers of those of the ids that are rows. */
export async function findEditNumbers(
  db: Queries,
  flow: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('flow_edits')
    .select(['id', 'seq'])
    .where('flow', '=', flow)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

export async function insertSnapshot(tx: Queries, row: FlowSnapshotRow): Promise<void> {
  await tx.insertInto('flow_snapshots').values(row).execute();
}

/** The newest snapshot with no edit after `seq`. */
export function findSnapshot(db: Queries, flow: string, seq: number): Promise<FlowSnapshotRow | undefined> {
  return db
    .selectFrom('flow_snapshots')
    .selectAll()
    .where('flow', '=', flow)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The numbers of the flow's snapshots, newest first. */
export async function listSnapshotNumbers(db: Queries, flow: string): Promise<number[]> {
  const rows = await db
    .selectFrom('flow_snapshots')
    .select('seq')
    .where('flow', '=', flow)
    .orderBy('seq', 'desc')
    .execute();
  return rows.map(({ seq }) => seq);
}

export async function deleteSnapshots(tx: Queries, flow: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await tx.deleteFrom('flow_snapshots').where('flow', '=', flow).where('seq', 'in', numbers).execute();
}

/** Deletes the snapshots before an edit that is no longer kept itself: no copy can be read from them. */
export async function deleteSnapshotsBefore(tx: Queries, flow: string, seq: number): Promise<void> {
  await tx.deleteFrom('flow_snapshots').where('flow', '=', flow).where('seq', '<', seq).execute();
}

/** Deletes edits made before that time which a snapshot has; gives their number. */
export async function deleteOldEdits(
  tx: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const rows = await tx
    .selectFrom('flow_edits')
    .select(['flow', 'seq'])
    .where('at', '<', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('flow_snapshots')
          .select('flow_snapshots.seq')
          .whereRef('flow_snapshots.flow', '=', 'flow_edits.flow')
          .whereRef('flow_snapshots.seq', '>=', 'flow_edits.seq'),
      ),
    )
    .orderBy('at')
    .limit(limit)
    .execute();
  const newest = new Map<string, number>();
  for (const { flow, seq } of rows) newest.set(flow, Math.max(seq, newest.get(flow) ?? 0));
  for (const [flow, seq] of newest) {
    await deleteEdits(tx, flow, seq);
    await deleteBlocksUpTo(tx, flow, seq);
    await deleteSnapshotsBefore(tx, flow, seq);
  }
  return rows.length;
}
