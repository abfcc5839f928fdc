/** Service functions of groups that an identity provider pushes. They give the roles that were set for them here. */

import { maxScimMembers, type ScimPatch } from '#api/scim/schemas.ts';
import { isSid } from '#api/sid.ts';
import type { Queries } from '../../platform/database/database.ts';
import { readItems } from '../../platform/database/keyset-pagination.ts';
import type { PeopleGroupRow } from '../../platform/database/schema/people.ts';
import { notFound } from '../../platform/errors.ts';
import { givingWay, partsOf } from '../../platform/event-loop-turn.ts';
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
import { type GroupAttributes, type GroupChange, patchGroup } from './attributes.ts';
import { invalidFilter, invalidValue, notUnique, tooMany } from './errors.ts';
import type { Condition } from './filter.ts';
import {
  addToGroup,
  countPeopleOfGroup,
  type GroupFilter,
  listMembersOfGroups,
  listPeopleOfGroup,
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

/**
 * Makes a group with its members, of many some at a time.
 *
 * @throws Refusal conflict for a name that another group has; bad-request for members that are no users of the provider
 */
export async function createGroup(
  ctx: ServiceContext,
  caller: ScimCaller,
  { displayName, externalId, members }: GroupAttributes,
): Promise<ScimGroup> {
  const { account, provider } = caller;
  await requireUsers(ctx.database.read, caller, [...members]);
  const [first, entering] = [[...members].slice(0, peopleAtOnce), [...members].slice(peopleAtOnce)];
  const row: PeopleGroupRow = {
    ...{ sid: ctx.ids.sid('GR'), account, name: displayName, created_at: ctx.clock.now() },
    ...{ provider: provider.sid, external_id: externalId },
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, account);
    if ((await countGroups(tx, account, provider.sid)) >= maxGroups)
      throw tooMany(`A provider pushes at most ${maxGroups} groups`);
    if (!(await insertGroup(tx, row))) throw nameTaken(displayName);
    // It gives no role yet.
    await addToGroup(tx, row, first);
  });
  await changeMembers(ctx, caller, row.sid, { entering, leaving: [] });
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
  return withMembers ? { ...row, members: await listMembersOfGroups(read, [sid], maxScimMembers) } : row;
}

/** Those that fulfil all conditions; with members as many of them as fit on a page. @throws Refusal invalidFilter */
export async function listGroups(
  ctx: ServiceContext,
  caller: ScimCaller,
  conditions: readonly Condition[],
  { withMembers, ...slice }: Slice & { withMembers: boolean },
): Promise<{ rows: ScimGroup[]; total: number }> {
  const { read } = ctx.database;
  const { rows, total } = await listPushedGroups(read, caller.provider.sid, filterOf(conditions), slice);
  if (!withMembers) return { rows, total };
  const { fitting, items } = await readItems(
    rows.map(({ sid }) => sid),
    (sids, limit) => listMembersOfGroups(read, sids, limit),
    ({ group_sid }) => group_sid,
  );
  const shown = rows.slice(0, fitting).map((row) => ({ ...row, members: items.get(row.sid) ?? [] }));
  return { rows: shown, total };
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
export async function replaceGroup(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  { members, ...wanted }: GroupAttributes,
): Promise<ScimGroup> {
  const named = new Map([...members].map((each) => [each, true] as const));
  await changeGroup(ctx, caller, sid, { ...wanted, replacesMembers: true, members: named });
  return fetchGroup(ctx, caller, sid, true);
}

/**
 * Changes a group by the operations of a PATCH. Of its members those alone are looked at who are named.
 *
 * @throws Refusal not-found; conflict for a name that another group has, and for the last owner; bad-request for members that
 *   are no users of the provider, and for too many
 */
export function patchGroupOf(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  patch: ScimPatch,
): Promise<void> {
  return changeGroup(ctx, caller, sid, patchGroup(patch));
}

async function changeGroup(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  change: GroupChange,
): Promise<void> {
  const { read } = ctx.database;
  await requireGroup(read, caller, sid);
  const moves = await movesOf(read, sid, change);
  await requireUsers(read, caller, moves.entering);
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const row = await requireGroup(tx, caller, sid);
    const { displayName: name = row.name, externalId: external_id = row.external_id } = change;
    await requireRoom(tx, sid, moves.entering.length - moves.leaving.length);
    if (await isNameTaken(tx, { ...row, name })) throw nameTaken(name);
    await updateGroupRow(tx, sid, { name, external_id });
  });
  await changeMembers(ctx, caller, sid, moves);
}

const isUser = (id: string) => isSid('US', id);

/** Who enters and who leaves by a change. */
async function movesOf(db: Queries, sid: string, { replacesMembers, members }: GroupChange): Promise<Moves> {
  const present = new Set<string>(replacesMembers ? await listPeopleOfGroup(db, sid) : []);
  if (!replacesMembers)
    for await (const part of givingWay(partsOf([...members.keys()].filter(isUser), peopleAtOnce)))
      for (const each of await listPeopleOfGroup(db, sid, part)) present.add(each);
  const isWanted = (each: string) => members.get(each) ?? !replacesMembers;
  return {
    entering: [...members.keys()].filter((each) => isWanted(each) && !present.has(each)),
    leaving: [...present].filter((each) => !isWanted(each)),
  };
}

/** @throws Refusal not-found; conflict for the last owner */
export async function deleteGroup(ctx: ServiceContext, caller: ScimCaller, sid: string): Promise<void> {
  const { read } = ctx.database;
  await requireGroup(read, caller, sid);
  // The last ones leave with the group: who enters meanwhile would keep what it gave.
  await changeMembers(ctx, caller, sid, { entering: [], leaving: await listPeopleOfGroup(read, sid) });
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    await requireGroup(tx, caller, sid);
    await moveMembers(ctx, tx, caller, sid, { entering: [], leaving: await listPeopleOfGroup(tx, sid) });
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
  const group = await requireGroup(tx, { provider }, sid);
  const memberships = await listMembershipsOf(tx, sid);
  await requireRoom(tx, sid, entering.length);
  // Some may have been removed meanwhile.
  const added = new Set(await addToGroup(tx, group, entering));
  await removeFromGroup(tx, sid, leaving);
  if (memberships.length === 0) return;
  const grants = memberships.map((each) => ({ source: sid, ...each }));
  for (const person of [...added, ...leaving])
    await replaceGrants(tx, {
      ...{ person, sources: [sid] },
      grants: added.has(person) ? grants : [],
      now: ctx.clock.now(),
      lastOwner: 'refuse',
    });
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
async function requireUsers(db: Queries, { provider }: ScimCaller, people: readonly string[]): Promise<void> {
  if (people.length > maxScimMembers) throw tooManyMembers();
  const stranger = (id: string) =>
    invalidValue('members', `has ${id.slice(0, 60)}, which is no user of this provider`);
  const odd = people.find((each) => !isUser(each));
  if (odd !== undefined) throw stranger(odd);
  for await (const part of givingWay(partsOf(people, peopleAtOnce))) {
    const known = await listUsersAmong(db, provider.sid, part);
    const unknown = part.find((each) => !known.has(each));
    if (unknown !== undefined) throw stranger(unknown);
  }
}

/** @throws Refusal tooMany where so many more do not fit */
async function requireRoom(tx: Queries, sid: string, more: number): Promise<void> {
  if (more > 0 && (await countPeopleOfGroup(tx, sid)) + more > maxScimMembers) throw tooManyMembers();
}

const tooManyMembers = () => tooMany(`A group has at most ${maxScimMembers} members`);

const nameTaken = (name: string) => notUnique(`displayName: there is a group named ${name}`);
