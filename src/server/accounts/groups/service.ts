/** Service functions of groups: sets of people with memberships that all of them have. */

import { type Role, roles } from '#api/people/roles.ts';
import { isSid } from '#api/sid.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { PeopleGroupRow } from '../../platform/database/schema/people.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { refuseKey } from '../key-service.ts';
import { applySources } from '../people/grants-of-sources.ts';
import { requireGivable } from '../people/members-service.ts';
import { lockAccount } from '../store.ts';
import {
  countGroups,
  deleteGroup as deleteGroupRow,
  findGroup,
  type Group,
  type GroupMembership,
  insertGroup,
  isNameTaken,
  listAccountsAmong,
  listGroups as listGroupRows,
  listPeopleAmong,
  renameGroup,
  replaceMemberships,
  replacePeople,
} from './store.ts';

export type { Group };

const maxGroups = 200;
const maxPeople = 500;
const maxMemberships = 100;

/** What is given of a group. `people` and `memberships` are as they came, in JSON. */
export type GroupInput = { name?: string | undefined; people?: unknown; memberships?: object | undefined };

/**
 * Makes a group.
 *
 * @throws Refusal bad-request for what is not as described; forbidden for a role above the caller's, and with 200 groups;
 *   conflict for a name that another group has
 */
export async function createGroup(
  ctx: ServiceContext,
  caller: Caller,
  input: GroupInput & { name: string },
): Promise<Group> {
  refuseKey(caller);
  const row: PeopleGroupRow = {
    sid: ctx.ids.sid('GR'),
    account: caller.account,
    name: input.name.trim(),
    created_at: ctx.clock.now(),
    ...{ provider: null, external_id: null },
  };
  return changing(ctx, async (tx) => {
    await lockAccount(tx, caller.account);
    if ((await countGroups(tx, caller.account, null)) >= maxGroups) {
      throw new Refusal('forbidden', `The account has ${maxGroups} groups, and may have no more`);
    }
    if (!(await insertGroup(tx, row))) throw nameTaken(row.name);
    return applyInput(ctx, tx, caller, { ...row, people: [], memberships: [] }, input);
  });
}

/** Newest first; positions are SIDs. */
export function listGroups(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<Group>> {
  return listGroupRows(ctx.database.read, account, request);
}

/** @throws Refusal not-found */
export function fetchGroup(ctx: ServiceContext, { account }: Caller, sid: string): Promise<Group> {
  return requireGroup(ctx.database.read, account, sid);
}

/**
 * Changes what is given; people and memberships are replaced.
 *
 * @throws Refusal not-found; bad-request for what is not as described; forbidden for a role above the caller's; conflict for a
 *   name that another group has, for the last owner, and for name and people of a group that is pushed
 */
export function updateGroup(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  input: GroupInput,
): Promise<Group> {
  refuseKey(caller);
  return changing(ctx, async (tx) => {
    await lockAccount(tx, caller.account);
    const group = await requireGroup(tx, caller.account, sid);
    const name = input.name?.trim() ?? group.name;
    if (name !== group.name || input.people !== undefined) refusePushed(group);
    if (name !== group.name) {
      if (await isNameTaken(tx, { ...group, name })) throw nameTaken(name);
      await renameGroup(tx, sid, name);
    }
    return applyInput(ctx, tx, caller, { ...group, name }, input);
  });
}

/** @throws Refusal not-found; forbidden for a role above the caller's; conflict for the last owner, and one that is pushed */
export function deleteGroup(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  refuseKey(caller);
  return changing(ctx, async (tx) => {
    await lockAccount(tx, caller.account);
    const group = await requireGroup(tx, caller.account, sid);
    refusePushed(group);
    await applyInput(ctx, tx, caller, group, { people: [] });
    await deleteGroupRow(tx, sid);
  });
}

/** What it gives to many people is done by a job. */
async function changing<T>(ctx: ServiceContext, change: (tx: Queries) => Promise<T>): Promise<T> {
  const changed = await ctx.database.write(change);
  ctx.wake('jobs');
  return changed;
}

/** Stores people and memberships; each person gets what the group then gives, where they are many shortly afterwards. */
async function applyInput(
  ctx: ServiceContext,
  tx: Queries,
  caller: Caller,
  group: Group,
  { people: givenPeople, memberships: givenMemberships }: GroupInput,
): Promise<Group> {
  const people = givenPeople === undefined ? group.people : readPeople(givenPeople);
  const memberships = givenMemberships === undefined ? group.memberships : readMemberships(givenMemberships);
  // A caller gives or takes away at most their own role.
  if (givenPeople !== undefined || givenMemberships !== undefined) {
    for (const { role } of [...group.memberships, ...memberships])
      requireGivable(caller, role, 'Memberships');
  }
  await requireOwn(tx, caller, group, { people, memberships });
  if (givenPeople !== undefined) await replacePeople(tx, group.sid, people);
  if (givenMemberships !== undefined) await replaceMemberships(tx, group.sid, memberships);
  await applySources(ctx, tx, { account: caller.account, sources: [group.sid] });
  return { ...group, people, memberships };
}

/** Those who are in it already stay, whatever they are otherwise. */
async function requireOwn(
  tx: Queries,
  { account }: Caller,
  group: Group,
  { people, memberships }: { people: readonly string[]; memberships: readonly GroupMembership[] },
): Promise<void> {
  const already = new Set(group.people);
  const newPeople = people.filter((each) => !already.has(each));
  const known = await listPeopleAmong(tx, account, newPeople);
  const stranger = newPeople.find((each) => !known.has(each));
  if (stranger !== undefined) throw invalid('People', `${stranger} is no member of the account`);
  const present = new Set(group.memberships.map((each) => each.account));
  const accounts = memberships.map((each) => each.account).filter((each) => !present.has(each));
  const own = await listAccountsAmong(tx, account, accounts);
  const foreign = accounts.find((each) => !own.has(each));
  if (foreign !== undefined)
    throw invalid('Memberships', `${foreign} is neither the account nor an open one below it`);
}

function readPeople(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((each) => isSid('US', each)))
    throw invalid('People', 'must be a JSON array of the SIDs of people');
  if (value.length > maxPeople) throw invalid('People', `must have at most ${maxPeople} entries`);
  return [...new Set<string>(value)].sort();
}

function readMemberships(value: object): GroupMembership[] {
  const entries = Object.entries(value).map(([account, role]) => {
    const known = roles.find((each): each is Role => each === role);
    if (!isSid('AC', account) || known === undefined)
      throw invalid('Memberships', 'must be a JSON object of SIDs of accounts with a role each');
    return { account, role: known };
  });
  if (entries.length > maxMemberships)
    throw invalid('Memberships', `must have at most ${maxMemberships} entries`);
  return entries.sort((one, other) => (one.account < other.account ? -1 : 1));
}

const invalid = (field: string, reason: string) =>
  new Refusal('bad-request', `Parameter ${field} ${reason}`, { field });

/** What a provider pushes it would push again. @throws Refusal conflict */
function refusePushed({ provider }: Group): void {
  if (provider === null) return;
  throw new Refusal(
    'conflict',
    'An identity provider pushes this group: change its name and people there, here only its roles',
  );
}

const nameTaken = (name: string) =>
  new Refusal('conflict', `Parameter Name: there is a group named ${name}`, { field: 'Name' });

async function requireGroup(db: Queries, account: string, sid: string): Promise<Group> {
  const group = await findGroup(db, account, sid);
  if (group === undefined) throw notFound();
  return group;
}
