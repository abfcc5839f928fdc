/** Stores flows, and counts their active executions. */

import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { deleteSome, type Some } from '../platform/database/delete-some.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { CarrierRow } from '../platform/database/schema/carriers.ts';
import type { WorkingCopyRow } from '../platform/database/schema/flow-edits.ts';
import type { AddressRow, FlowRow, Tables } from '../platform/database/schema/tables.ts';
import { shardOfExecution } from '../platform/database/shard.ts';

/** Those that are not deleted. */
const flowsOf = (db: Queries, account: string) =>
  db.selectFrom('flows').where('account', '=', account).where('deleted_at', 'is', null);

const findBySid = prepared((db, value: Values<{ account: string; sid: string }>) =>
  flowsOf(db, value('account')).selectAll().where('sid', '=', value('sid')),
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
  return fetchPage(request, flowsOf(db, account).selectAll());
}

/** A flow with what its working copy has beyond it; all null where it was never opened for editing. */
export type EditedFlowRow = FlowRow &
  Pick<{ [K in keyof WorkingCopyRow]: WorkingCopyRow[K] | null }, (typeof editedColumns)[number]>;

const editedColumns = [
  'seq',
  'unpublished',
  'edited_at',
  'edited_by',
  'edited_by_sid',
  'edited_with',
] as const;

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
    .where('flows.account', '=', account)
    .where('flows.deleted_at', 'is', null);
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
    .where('deleted_at', 'is', null)
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
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What the carriers speak whose numbers lead to flows of the account. */
export function listDialectsByFlow(
  db: Queries,
  account: string,
): Promise<(Pick<AddressRow, 'flow'> & Pick<CarrierRow, 'dialect'>)[]> {
  return db
    .selectFrom('addresses')
    .innerJoin('carriers', (join) =>
      join.onRef('carriers.sid', '=', 'addresses.carrier').on('carriers.account', '=', account),
    )
    .select(['addresses.flow', 'carriers.dialect'])
    .distinct()
    .where('addresses.account', '=', account)
    .execute();
}

/** Stores what was found in working copies, by the SIDs of the flows. */
export async function setVerdicts(tx: Queries, verdicts: ReadonlyMap<string, string>): Promise<void> {
  // In one order: two that store the same ones do not wait for each other.
  for (const [sid, verdict] of [...verdicts].sort())
    await tx.updateTable('flows').set({ verdict }).where('sid', '=', sid).execute();
}

/** False when there is no such flow. */
export async function setTags(tx: Queries, account: string, sid: string, tags: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('flows')
    .set({ tags })
    .where('account', '=', account)
    .where('sid', '=', sid)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** From then on no query of its account finds the flow. False when there is no such flow. */
export async function hideFlow(tx: Queries, account: string, sid: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('flows')
    .set({ deleted_at: now })
    .where('account', '=', account)
    .where('sid', '=', sid)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What belongs to a flow and may be much, in this order: executions, then what they read. */
const belongings = [
  belonging('addresses', { by: 'sid', limit: 100 }),
  deleteOneExecution,
  belonging('test_users', { by: 'position', limit: 500 }),
  belonging('revisions', { by: 'revision', text: 'definition', limit: 50 }),
  belonging('revision_history', { by: 'revision', limit: 100 }),
  belonging('flow_snapshots', { by: 'seq', text: 'copy', limit: 50 }),
  belonging('flow_edit_blocks', { by: 'last_seq', text: 'edits', limit: 50 }),
  belonging('flow_edits', { by: 'seq', text: 'command', limit: 100 }),
  belonging('flow_tests', { by: 'sid', text: 'content', limit: 50 }),
  belonging('flow_comments', { by: 'sid', limit: 100 }),
  belonging('publish_requests', { by: 'sid', limit: 100 }),
  belonging('execution_endings', { by: 'sid', limit: 100 }),
  belonging('transition_counts', { by: 'hour', limit: 1 }),
];

type OfFlow = { [Table in keyof Tables]: 'flow' extends keyof Tables[Table] ? Table : never }[keyof Tables];

function belonging<Table extends OfFlow>(table: Table, some: Omit<Some<Table>, 'of'>) {
  const of = 'flow' as keyof Tables[Table] & string;
  return (tx: Queries, flow: string) => deleteSome(tx, table, { ...some, of }, flow);
}

/** With its steps, some MB at most, which the foreign keys delete. */
async function deleteOneExecution(tx: Queries, flow: string): Promise<number | null> {
  const found = await tx
    .selectFrom('executions')
    .select((eb) => ['sid', eb.fn<number>('octet_length', ['context']).as('bytes')])
    .where('flow', '=', flow)
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { sid, bytes } = found;
  const shard = shardOfExecution(sid);
  const steps = await tx
    .selectFrom('steps')
    .select((eb) => eb.fn.sum<number | null>(eb.fn('octet_length', ['changes'])).as('bytes'))
    .where('execution', '=', sid)
    .where('shard', '=', shard)
    .executeTakeFirst();
  await tx.deleteFrom('executions').where('sid', '=', sid).where('shard', '=', shard).execute();
  return Number(bytes) + Number(steps?.bytes ?? 0);
}

/** How many kinds of belongings there are. */
export const flowPieces = belongings.length;

/**
 * Deletes some of the belongings of a flow that is deleted: the kind of that number, and behind the last kind the flow. About how many
 * bytes they had; null when there are no more of the kind.
 */
export async function deleteFlowPiece(tx: Queries, sid: string, kind: number): Promise<number | null> {
  const deleteSomeOf = belongings[kind];
  if (deleteSomeOf !== undefined) return deleteSomeOf(tx, sid);
  await tx.deleteFrom('flows').where('sid', '=', sid).where('deleted_at', 'is not', null).execute();
  return null;
}
