/** Service functions of groups that an identity provider pushes. They give the roles that were set for them here. */

import { maxScimMembers, type ScimPatch } from '#api/scim/schemas.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { PeopleGroupRow } from '../../platform/database/schema/people.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import {
  countGroups,
  deleteGroup as deleteGroupRow,
  insertGroup,
  isNameTaken,
  listMembershipsOf,
} from '../groups/store.ts';
import { replaceGrants } from '../people/grants.ts';
import { grantsAtOnce } from '../people/grants-of-sources.ts';
import { lockAccount } from '../store.ts';
import { type GroupAttributes, patchGroup } from './attributes.ts';
import { invalidFilter, invalidValue, notUnique, tooMany } from './errors.ts';
import type { Condition } from './filter.ts';
import {
  addToGroup,
  type GroupFilter,
  listMembersOfGroups,
  listPushedGroups,
  listUsersAmong,
  type PushedMember,
  removeFromGroup,
  type Slice,
  updateGroupRow,
} from './store.ts';
import type { ScimCaller } from './users-service.ts';

/** A pushed group; without members where they were not asked for. */
export type ScimGroup = PeopleGroupRow & { members?: readonly PushedMember[] };

const maxGroups = 1_000;

/** @throws Refusal conflict for a name that another group has; bad-request for members that are no users of the provider */
export async function createGroup(
  ctx: ServiceContext,
  caller: ScimCaller,
  { displayName, externalId, members }: GroupAttributes,
): Promise<ScimGroup> {
  const { account, provider } = caller;
  const row: PeopleGroupRow = {
    ...{ sid: ctx.ids.sid('GR'), account, name: displayName, created_at: ctx.clock.now() },
    ...{ provider: provider.sid, external_id: externalId },
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, account);
    if ((await countGroups(tx, account, provider.sid)) >= maxGroups)
      throw tooMany(`A provider pushes at most ${maxGroups} groups`);
    await requireUsers(tx, caller, [...members]);
    if (!(await insertGroup(tx, row))) throw nameTaken(displayName);
    // It gives no role yet.
    await addToGroup(tx, row.sid, [...members]);
  });
  return fetchGroup(ctx, caller, row.sid, true);
}

/** @throws Refusal not-found, for groups of other providers and those that are made here as well */
export async function fetchGroup(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  withMembers: boolean,
): Promise<ScimGroup> {
  const { read } = ctx.database;
  const row = await requireGroup(read, caller, sid);
  return withMembers ? { ...row, members: await listMembersOfGroups(read, [sid]) } : row;
}

/** Those that fulfil all conditions. @throws Refusal invalidFilter */
export async function listGroups(
  ctx: ServiceContext,
  caller: ScimCaller,
  conditions: readonly Condition[],
  { withMembers, ...slice }: Slice & { withMembers: boolean },
): Promise<{ rows: ScimGroup[]; total: number }> {
  const { read } = ctx.database;
  const { rows, total } = await listPushedGroups(read, caller.provider.sid, filterOf(conditions), slice);
  if (!withMembers) return { rows, total };
  const sids = rows.map(({ sid }) => sid);
  const members = Map.groupBy(await listMembersOfGroups(read, sids), ({ group_sid }) => group_sid);
  return { rows: rows.map((row) => ({ ...row, members: members.get(row.sid) ?? [] })), total };
}

const filterNames: Readonly<Record<string, keyof GroupFilter>> = {
  id: 'id',
  displayname: 'displayName',
  externalid: 'externalId',
  members: 'member',
  'members.value': 'member',
};

function filterOf(conditions: readonly Condition[]): GroupFilter {
  const filter: GroupFilter = {};
  for (const { attribute, value } of conditions) {
    const name = Object.hasOwn(filterNames, attribute) ? filterNames[attribute] : undefined;
    if (name === undefined || typeof value !== 'string' || filter[name] !== undefined)
      throw invalidFilter(`${attribute} cannot be compared with that, or once only`);
    filter[name] = value;
  }
  return filter;
}

/** Replaces name and members. @throws Refusal as `patchGroupOf` */
export function replaceGroup(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  wanted: GroupAttributes,
): Promise<ScimGroup> {
  return changeGroup(ctx, caller, sid, () => wanted);
}

/**
 * Changes a group by the operations of a PATCH.
 *
 * @throws Refusal not-found; conflict for a name that another group has, and for the last owner; bad-request for members that
 *   are no users of the provider, and for too many
 */
export function patchGroupOf(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  patch: ScimPatch,
): Promise<ScimGroup> {
  return changeGroup(ctx, caller, sid, (group) => patchGroup(group, patch));
}

async function changeGroup(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  change: (group: GroupAttributes) => GroupAttributes,
): Promise<ScimGroup> {
  const { read } = ctx.database;
  const row = await requireGroup(read, caller, sid);
  const present = new Set((await listMembersOfGroups(read, [sid])).map(({ person }) => person));
  const wanted = change({ displayName: row.name, externalId: row.external_id, members: present });
  if (wanted.members.size > maxScimMembers) throw tooMany(`A group has at most ${maxScimMembers} members`);
  const entering = [...wanted.members].filter((each) => !present.has(each));
  const leaving = [...present].filter((each) => !wanted.members.has(each));
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const now = await requireGroup(tx, caller, sid);
    await requireUsers(tx, caller, entering);
    const changed = { name: wanted.displayName, external_id: wanted.externalId };
    if (await isNameTaken(tx, { ...now, name: changed.name })) throw nameTaken(changed.name);
    await updateGroupRow(tx, sid, changed);
  });
  await changeMembers(ctx, caller, sid, { entering, leaving });
  return fetchGroup(ctx, caller, sid, true);
}

/** @throws Refusal not-found; conflict for the last owner */
export async function deleteGroup(ctx: ServiceContext, caller: ScimCaller, sid: string): Promise<void> {
  const { members = [] } = await fetchGroup(ctx, caller, sid, true);
  const leaving = members.map(({ person }) => person);
  // The last ones leave with the group: who enters meanwhile would keep what it gave.
  await changeMembers(ctx, caller, sid, { entering: [], leaving });
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    await requireGroup(tx, caller, sid);
    const late = (await listMembersOfGroups(tx, [sid])).map(({ person }) => person);
    await moveMembers(ctx, tx, caller, sid, { entering: [], leaving: late });
    await deleteGroupRow(tx, sid);
  });
}

/** Where the group gives no role: two statements for all of them. */
const peopleAtOnce = 1_000;

type Moves = { entering: readonly string[]; leaving: readonly string[] };

/** Some at a time, so that a large group does not hold up other requests. What is interrupted is right for who was done, and can be sent again. */
async function changeMembers(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  { entering, leaving }: Moves,
): Promise<void> {
  const accounts = (await listMembershipsOf(ctx.database.read, sid)).length;
  const size = accounts === 0 ? peopleAtOnce : Math.max(1, Math.floor(grantsAtOnce / accounts));
  const parts = [
    ...partsOf(leaving, size).map((part) => ({ entering: [], leaving: part })),
    ...partsOf(entering, size).map((part) => ({ entering: part, leaving: [] })),
  ];
  for (const part of parts)
    await ctx.database.write(async (tx) => {
      await lockAccount(tx, caller.account);
      await moveMembers(ctx, tx, caller, sid, part);
    });
}

async function moveMembers(
  ctx: ServiceContext,
  tx: Queries,
  { provider }: ScimCaller,
  sid: string,
  { entering, leaving }: Moves,
): Promise<void> {
  await requireGroup(tx, { provider }, sid);
  const memberships = await listMembershipsOf(tx, sid);
  // Some may have been removed meanwhile.
  const known = entering.length === 0 ? new Set<string>() : await listUsersAmong(tx, provider.sid, entering);
  const added = entering.filter((each) => known.has(each));
  await addToGroup(tx, sid, added);
  await removeFromGroup(tx, sid, leaving);
  if (memberships.length === 0) return;
  const grants = memberships.map((each) => ({ source: sid, ...each }));
  for (const person of [...added, ...leaving])
    await replaceGrants(tx, {
      ...{ person, sources: [sid] },
      grants: known.has(person) ? grants : [],
      now: ctx.clock.now(),
      lastOwner: 'refuse',
    });
}

function partsOf(people: readonly string[], size: number): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < people.length; at += size) parts.push(people.slice(at, at + size));
  return parts;
}

/** @throws Refusal not-found */
async function requireGroup(
  db: Queries,
  { provider }: Pick<ScimCaller, 'provider'>,
  sid: string,
): Promise<PeopleGroupRow> {
  const { rows } = await listPushedGroups(db, provider.sid, { id: sid }, { offset: 0, limit: 1 });
  const [row] = rows;
  if (row === undefined) throw notFound();
  return row;
}

/** @throws Refusal bad-request for one that is none of the provider, and for too many */
async function requireUsers(tx: Queries, { provider }: ScimCaller, people: readonly string[]): Promise<void> {
  if (people.length > maxScimMembers) throw tooMany(`A group has at most ${maxScimMembers} members`);
  if (people.length === 0) return;
  const known = await listUsersAmong(tx, provider.sid, people);
  const stranger = people.find((each) => !known.has(each));
  if (stranger !== undefined)
    throw invalidValue('members', `has ${stranger.slice(0, 60)}, which is no user of this provider`);
}

const nameTaken = (name: string) => notUnique(`displayName: there is a group named ${name}`);
