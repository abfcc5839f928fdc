/** Stores flows, and counts their active executions. */

import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { WorkingCopyRow } from '../platform/database/schema/flow-edits.ts';
import type { FlowRow } from '../platform/database/schema/tables.ts';

const findBySid = prepared((db, value: Values<{ account: string; sid: string }>) =>
  db.selectFrom('flows').selectAll().where('account', '=', value('account')).where('sid', '=', value('sid')),
);

/** The flow, if it is the account's. */
export async function findFlow(db: Queries, account: string, sid: string): Promise<FlowRow | undefined> {
  return (await findBySid(db, { account, sid }))[0];
}

/** Newest first; positions are SIDs. */
export function listFlows(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<FlowRow>> {
  return fetchPage(request, db.selectFrom('flows').selectAll().where('account', '=', account));
}

/** A flow with what its working copy has beyond it; all null where it was never opened for editing. */
export type EditedFlowRow = FlowRow &
  Pick<{ [K in keyof WorkingCopyRow]: WorkingCopyRow[K] | null }, (typeof editedColumns)[number]>;

const editedColumns = ['unpublished', 'edited_at', 'edited_by', 'edited_by_sid', 'edited_with'] as const;

/** All flows of the account, what was edited last first. */
export function listFlowsByEdit(db: Queries, account: string): Promise<EditedFlowRow[]> {
  return selectEdited(db, account)
    .orderBy(sql`coalesce(edited_at, flows.updated_at, created_at)`, 'desc')
    .orderBy('sid', 'desc')
    .execute();
}

/** `name` is a part of the name in any case, or the SID; `isPublished` whether a revision is published. */
export type FlowFilter = { name?: string | undefined; isPublished?: boolean | undefined };

/** Newest first; positions are SIDs. */
export function listNewestFlows(
  db: Queries,
  account: string,
  { name, isPublished }: FlowFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<EditedFlowRow>> {
  let query = selectEdited(db, account);
  if (isPublished !== undefined) {
    query = query.where('flows.published_revision', isPublished ? 'is not' : 'is', null);
  }
  if (name !== undefined) {
    const part = `%${name.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    query = query.where((eb) =>
      eb.or([eb('flows.sid', '=', name), sql<boolean>`lower(flows.friendly_name) like ${part} escape '\\'`]),
    );
  }
  return fetchPage(request, query, 'flows.sid');
}

/** By SID. */
export async function findFlowNames(db: Queries, sids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('flows')
    .select(['sid', 'friendly_name'])
    .where('sid', 'in', sids)
    .execute();
  return new Map(rows.map(({ sid, friendly_name }) => [sid, friendly_name]));
}

/** The flow, if it is the account's, with what its working copy has beyond it. */
export function findEditedFlow(
  db: Queries,
  account: string,
  sid: string,
): Promise<EditedFlowRow | undefined> {
  return selectEdited(db, account).where('sid', '=', sid).executeTakeFirst();
}

function selectEdited(db: Queries, account: string) {
  return db
    .selectFrom('flows')
    .leftJoin('working_copies', (join) =>
      // Citus reads the working copies of a list apart from the flows: those of the account, not all.
      join.onRef('working_copies.flow', '=', 'flows.sid').on('working_copies.account', '=', account),
    )
    .selectAll('flows')
    .select(editedColumns)
    .where('flows.account', '=', account);
}

/** The number of active executions by flow; flows without any are left out. */
export async function countActiveExecutions(db: Queries, account: string): Promise<Map<string, number>> {
  const rows = await db
    // Flow by flow, so that the index of active executions serves and those that have ended cost nothing.
    .selectFrom('flows')
    .innerJoin('executions', 'executions.flow', 'flows.sid')
    .select((eb) => ['flows.sid as flow', eb.fn.countAll<number>().as('active')])
    .where('flows.account', '=', account)
    .where('executions.status', '=', sql.lit('active'))
    .groupBy('flows.sid')
    .execute();
  return new Map(rows.map(({ flow, active }) => [flow, active]));
}

export async function insertFlow(tx: Queries, row: FlowRow): Promise<void> {
  await tx.insertInto('flows').values(row).execute();
}

/**
 * Increments the number of the flow's newest revision and returns the row, which stays locked until the transaction
 * ends: of two concurrent changes the second sees the first. Undefined when there is no such flow.
 */
export function incrementRevision(tx: Queries, account: string, sid: string): Promise<FlowRow | undefined> {
  return tx
    .updateTable('flows')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('account', '=', account)
    .where('sid', '=', sid)
    .returningAll()
    .executeTakeFirst();
}

/** Updates the row of a flow for a new revision. */
export async function updateFlowRow(tx: Queries, { sid, ...changed }: FlowRow): Promise<void> {
  await tx.updateTable('flows').set(changed).where('sid', '=', sid).execute();
}

/** False when there is no such flow. */
export async function setNeedsApproval(
  tx: Queries,
  account: string,
  sid: string,
  needsApproval: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('flows')
    .set({ needs_approval: needsApproval ? 1 : 0 })
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** False when there is no such flow. */
export async function setTags(tx: Queries, account: string, sid: string, tags: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('flows')
    .set({ tags })
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes the flow with its revisions, test users and executions. False when there is no such flow. */
export async function deleteFlowRow(tx: Queries, account: string, sid: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('flows')
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
