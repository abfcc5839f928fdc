/** Store: unsubscribe groups and their suppressed addresses. */

import type { Queries } from '../../../platform/database/database.ts';
import { hotKey } from '../../../platform/database/dialect.ts';
import type { GroupRow, GroupSuppressionRow, Owner } from '../../../platform/database/schema/email.ts';
import { shardOfAccount } from '../../../platform/database/shard.ts';
import { isThere, ofOwner, ownedTable } from '../../owned-store.ts';

/** From its deletion on no query of its owner finds a group. */
export const { change: changeGroup } = ownedTable('suppression_groups');

/** An address that unsubscribed from a group. */
export type GroupSuppressionEntry = Omit<GroupSuppressionRow, 'shard'>;

/** Oldest first. */
export function listGroups(db: Queries, owner: Owner): Promise<GroupRow[]> {
  const query = db.selectFrom('suppression_groups').selectAll().where(ofOwner(owner)).where(isThere);
  return query.orderBy('created_at').orderBy('id').execute();
}

/** Ids are 28 bits long. */
const maxGroupId = 2 ** 28;

/** Those of these groups that there are. */
export function findGroups(db: Queries, owner: Owner, ids: readonly number[]): Promise<GroupRow[]> {
  const possible = ids.filter((id) => id > 0 && id <= maxGroupId);
  const query = db.selectFrom('suppression_groups').selectAll().where(ofOwner(owner)).where(isThere);
  return query.where('id', 'in', possible).execute();
}

/** False when the id is in use. */
export async function insertGroup(tx: Queries, row: GroupRow): Promise<boolean> {
  const rows = await tx
    .insertInto('suppression_groups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account', 'region', 'id']).doNothing())
    .returning('id')
    .execute();
  return rows.length === 1;
}

/** Clears the default flag, as there is one default group at most. */
export async function clearDefaultGroup(tx: Queries, owner: Owner): Promise<void> {
  await tx
    .updateTable('suppression_groups')
    .set({ is_default: 0 })
    .where(ofOwner(owner))
    .where('is_default', '=', 1)
    .execute();
}

/** Inserts suppressed addresses; existing entries stay as they are. */
export async function insertGroupSuppressions(
  tx: Queries,
  rows: readonly GroupSuppressionEntry[],
): Promise<void> {
  await tx
    .insertInto('group_suppressions')
    .values(rows.map((row) => ({ ...row, shard: shardOfAccount(row.account) })))
    .onConflict((conflict) =>
      conflict.columns(hotKey(tx, ['account', 'region', 'email', 'group_id'])).doNothing(),
    )
    .execute();
}

/** A piece of the suppressed addresses of all groups, newest first. */
export function listGroupSuppressions(
  db: Queries,
  { account, region }: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<(GroupSuppressionEntry & { name: string })[]> {
  return db
    .selectFrom('group_suppressions as s')
    .innerJoin('suppression_groups as g', (join) =>
      join
        .onRef('g.account', '=', 's.account')
        .onRef('g.region', '=', 's.region')
        .onRef('g.id', '=', 's.group_id'),
    )
    .select(['s.account', 's.region', 's.group_id', 's.email', 's.created_at', 'g.name'])
    .where('s.shard', '=', shardOfAccount(account))
    .where('s.account', '=', account)
    .where('s.region', '=', region)
    .where('g.deleted_at', 'is', null)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.email', 'desc')
    .orderBy('s.group_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The ids of the groups, deleted ones too, in which the address is suppressed. */
export async function groupsWithout(
  db: Queries,
  { account, region }: Owner,
  email: string,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('group_suppressions')
    .select('group_id')
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('email', '=', email)
    .execute();
  return new Set(rows.map(({ group_id }) => Number(group_id)));
}

/** A suppressed address of a group, as its list is ordered. */
export type GroupEntry = Pick<GroupSuppressionRow, 'created_at' | 'email'>;

/** `after` is the last one of the page before. */
export type GroupPage = { after: GroupEntry | undefined; limit: number };

/** The next suppressed addresses of one group, newest first. */
export function listSuppressedPage(
  db: Queries,
  owner: Owner,
  group: number,
  { after, limit }: GroupPage,
): Promise<GroupEntry[]> {
  return suppressedBehind(db, owner, group, after).limit(limit).execute();
}

/** How many are on the next page, and the last of them unless there are no more. */
export async function countSuppressedPage(
  db: Queries,
  owner: Owner,
  group: number,
  { after, limit }: GroupPage,
): Promise<{ count: number; last: GroupEntry | undefined }> {
  const behind = suppressedBehind(db, owner, group, after);
  const last = await behind
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  if (last !== undefined) return { count: limit, last };
  const row = await db
    .selectFrom(behind.limit(limit).as('page'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), last };
}

function suppressedBehind(
  db: Queries,
  { account, region }: Owner,
  group: number,
  after: GroupEntry | undefined,
) {
  const all = db
    .selectFrom('group_suppressions')
    .select(['created_at', 'email'])
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('group_id', '=', group)
    .orderBy('created_at', 'desc')
    .orderBy('email', 'desc');
  if (after === undefined) return all;
  return all.where((eb) =>
    eb(eb.refTuple('created_at', 'email'), '<', eb.tuple(Number(after.created_at), after.email)),
  );
}

/** Those of the addresses that are suppressed in the group. */
export async function findSuppressedInGroup(
  db: Queries,
  { account, region }: Owner,
  group: number,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('group_suppressions')
    .select('email')
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('group_id', '=', group)
    .where('email', 'in', emails)
    .execute();
  return rows.map(({ email }) => email);
}

/** False when the address was not suppressed. */
export async function deleteGroupSuppression(
  tx: Queries,
  { account, region }: Owner,
  id: number,
  email: string,
): Promise<boolean> {
  const rows = await tx
    .deleteFrom('group_suppressions')
    .where('shard', '=', shardOfAccount(account))
    .where(ofOwner({ account, region }))
    .where('group_id', '=', id)
    .where('email', '=', email)
    .returning('email')
    .execute();
  return rows.length === 1;
}

/** The last entry that was looked at. */
export type GroupPosition = Pick<GroupSuppressionRow, 'email' | 'group_id'>;

/**
 * Deletes the suppressed addresses of a group that is deleted among the owner's next ones, which are in the order of addresses;
 * behind the last of them the group. Null once it is gone.
 */
export async function deleteGroupPiece(
  tx: Queries,
  { account, region, id }: Owner & { id: number },
  after: GroupPosition | undefined,
): Promise<GroupPosition | null> {
  const limit = 500;
  const shard = shardOfAccount(account);
  const all = tx
    .selectFrom('group_suppressions')
    .select(['email', 'group_id'])
    .where('shard', '=', shard)
    .where(ofOwner({ account, region }))
    .orderBy('email')
    .orderBy('group_id')
    .limit(limit);
  const next = await all
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('email', 'group_id'), '>', eb.tuple(after?.email ?? '', after?.group_id ?? 0)),
      ),
    )
    .execute();
  const emails = next.flatMap(({ email, group_id }) => (Number(group_id) === id ? [email] : []));
  await tx
    .deleteFrom('group_suppressions')
    .where('shard', '=', shard)
    .where(ofOwner({ account, region }))
    .where('group_id', '=', id)
    .where('email', 'in', emails)
    .execute();
  const last = next.at(-1);
  if (last !== undefined && next.length === limit) return last;
  const group = tx.deleteFrom('suppression_groups').where(ofOwner({ account, region }));
  await group.where('id', '=', id).where('deleted_at', 'is not', null).execute();
  return null;
}
