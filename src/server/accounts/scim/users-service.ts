/**
 * Service functions of users that an identity provider pushes. A user is a person of the directory who is bound to the provider:
 * whom it may bind, rename and block, and whom not, is decided here (docs/decisions/086).
 */

import type { ScimPatch } from '#api/scim/schemas.ts';
import type { Queries } from '../../platform/database/database.ts';
import { readItems } from '../../platform/database/keyset-pagination.ts';
import type { DirectoryUserRow, MemberRow, PersonRow } from '../../platform/database/schema/people.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { normalizeEmail } from '../people/email-address.ts';
import { listGrants, listGrantsBySource } from '../people/grant-store.ts';
import { isLastOwner, lastOwnerRefusal, mostPowerful, replaceGrants } from '../people/grants.ts';
import { grantsAtOnce } from '../people/grants-of-sources.ts';
import { hasPowerOver, powerOfProvider } from '../people/power-over-people.ts';
import {
  deleteMemberRow,
  endSessionsOfMember,
  findPerson,
  findPersonByEmail,
  insertPerson,
  updateMemberRow,
  updatePerson,
} from '../people/store.ts';
import { lockAccount } from '../store.ts';
import { type Names, patchUser, type UserAttributes } from './attributes.ts';
import { immutable, invalidFilter, notUnique, tooMany } from './errors.ts';
import type { Condition } from './filter.ts';
import {
  type DirectoryUser,
  deleteUser as deleteUserRow,
  findUser,
  hasIdentity,
  insertUser,
  isKnownToOthers,
  listGroupsOfUsers,
  listMembershipsIn,
  listSourcesOfOwner,
  listSourcesOfProvider,
  listUsers as listUserRows,
  lockAccounts,
  removeFromGroup,
  type Slice,
  type UserFilter,
  updateUser as updateUserRow,
} from './store.ts';

export type { Slice };

/** On whose behalf SCIM works: an identity provider, in its account. */
export type ScimCaller = Caller & { provider: { sid: string; name: string } };

/** A pushed user with the groups of the provider. */
export type ScimUser = DirectoryUser & { groups: readonly { sid: string; name: string }[] };

const maxUsers = 10_000;

/**
 * Makes a person, or binds the one who has that address.
 *
 * @throws Refusal conflict for a person whom the provider may not bind, and for the last owner
 */
export async function createUser(
  ctx: ServiceContext,
  caller: ScimCaller,
  user: UserAttributes,
): Promise<ScimUser> {
  const { account, provider } = caller;
  const now = ctx.clock.now();
  const email = normalizeEmail(user.userName);
  const made = ctx.ids.sid('US');
  const person = await ctx.database.write(async (tx) => {
    await lockAccount(tx, account);
    const { total } = await listUserRows(tx, provider.sid, {}, { offset: 0, limit: 1 });
    if (total >= maxUsers) throw tooMany(`A provider pushes at most ${maxUsers} users`);
    const present = await findPersonByEmail(tx, email);
    if (present !== undefined) await requireBindable(tx, caller, present);
    else {
      const person = { sid: made, email, name: nameOf(user, email), password_hash: '', created_at: now };
      await insertPerson(tx, person);
    }
    const row: DirectoryUserRow = {
      ...{ provider: provider.sid, person: present?.sid ?? made },
      ...columnsOf(user),
      ...{ blocked_at: user.active ? null : now, created_at: now, changed_at: now },
    };
    await insertUser(tx, row);
    if (!user.active) await block(tx, caller, row.person, now);
    return row.person;
  });
  return fetchUser(ctx, caller, person);
}

/** @throws Refusal not-found */
export async function fetchUser(ctx: ServiceContext, caller: ScimCaller, sid: string): Promise<ScimUser> {
  const { read } = ctx.database;
  const [user] = await withGroups(read, caller, [await requireUser(read, caller, sid)]);
  if (user === undefined) throw notFound();
  return user;
}

/** Those that fulfil all conditions, as many as fit on a page with their groups. @throws Refusal invalidFilter */
export async function listUsers(
  ctx: ServiceContext,
  caller: ScimCaller,
  conditions: readonly Condition[],
  slice: Slice,
): Promise<{ rows: ScimUser[]; total: number }> {
  const { read } = ctx.database;
  const { rows, total } = await listUserRows(read, caller.provider.sid, filterOf(conditions), slice);
  return { rows: await withGroups(read, caller, rows), total };
}

const filterNames: Readonly<Record<string, Exclude<keyof UserFilter, 'active'>>> = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  emails: 'email',
  'emails.value': 'email',
};

function filterOf(conditions: readonly Condition[]): UserFilter {
  const filter: UserFilter = {};
  for (const { attribute, value } of conditions) {
    const name = Object.hasOwn(filterNames, attribute) ? filterNames[attribute] : undefined;
    if (attribute === 'active') filter.active = String(value).toLowerCase() === 'true';
    else if (name === undefined || typeof value !== 'string' || filter[name] !== undefined)
      throw invalidFilter(`${attribute} cannot be compared with that, or once only`);
    else filter[name] = value;
  }
  return filter;
}

/** Replaces what is kept of a user. @throws Refusal as `patchUserOf` */
export function replaceUser(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  user: UserAttributes,
): Promise<ScimUser> {
  return changeUser(ctx, caller, sid, () => user);
}

/**
 * Changes a user by the operations of a PATCH. Inactive ones are blocked in the account and those below it.
 *
 * @throws Refusal not-found; conflict for the last owner, and an address that another person has; bad-request for what cannot be set
 */
export function patchUserOf(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  patch: ScimPatch,
): Promise<ScimUser> {
  return changeUser(ctx, caller, sid, (user) => patchUser(user, patch));
}

async function changeUser(
  ctx: ServiceContext,
  caller: ScimCaller,
  sid: string,
  change: (user: UserAttributes) => UserAttributes,
): Promise<ScimUser> {
  const now = ctx.clock.now();
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const row = await requireUser(tx, caller, sid);
    const user = change(attributesOf(row));
    await rename(tx, caller, row, user);
    if (row.blocked_at === null && !user.active) await block(tx, caller, sid, now);
    if (row.blocked_at !== null && user.active) await endBlock(tx, caller, row, 'unblock');
    const blocked_at = user.active ? null : (row.blocked_at ?? now);
    await updateUserRow(tx, row, { ...columnsOf(user), blocked_at, changed_at: now });
  });
  return fetchUser(ctx, caller, sid);
}

/**
 * Ends what the provider gave, and its link to the person. What was given here stays: a block, too. What is much ends some at a time
 * first: what is interrupted can be sent again.
 *
 * @throws Refusal not-found; conflict for the last owner
 */
export async function deleteUser(ctx: ServiceContext, caller: ScimCaller, sid: string): Promise<void> {
  const { read } = ctx.database;
  const now = ctx.clock.now();
  await requireUser(read, caller, sid);
  const changing = (change: (tx: Queries, row: DirectoryUser) => Promise<void>) =>
    ctx.database.write(async (tx) => {
      await lockAccount(tx, caller.account);
      await change(tx, await requireUser(tx, caller, sid));
    });
  const sources = await listSourcesOfProvider(read, caller.provider.sid);
  const end = (tx: Queries, some: readonly string[]) =>
    replaceGrants(tx, { person: sid, sources: some, grants: [], now, lastOwner: 'refuse' });
  const grants = await listGrantsBySource(read, sid, sources);
  // What makes an owner first: it may be refused, and nothing has changed then.
  const ordered = grants.toSorted(
    (one, other) => Number(other.role === 'owner') - Number(one.role === 'owner'),
  );
  if (grants.length > grantsAtOnce)
    for (const source of new Set(ordered.map((each) => each.source)))
      await changing(async (tx) => {
        await removeFromGroup(tx, source, [sid]);
        await end(tx, [source]);
      });
  await changing(async (tx, row) => {
    await end(tx, await listSourcesOfProvider(tx, caller.provider.sid));
    if (row.blocked_at !== null) await endBlock(tx, caller, row, 'remove');
    await deleteUserRow(tx, row);
  });
}

/** @throws Refusal not-found, for users of other providers as well */
async function requireUser(db: Queries, { provider }: ScimCaller, sid: string): Promise<DirectoryUser> {
  const user = await findUser(db, provider.sid, sid);
  if (user === undefined) throw notFound();
  return user;
}

/** The first of the users, as many as fit on a page with their groups. */
async function withGroups(
  db: Queries,
  { provider }: ScimCaller,
  users: readonly DirectoryUser[],
): Promise<ScimUser[]> {
  const { fitting, items } = await readItems(
    users.map(({ person }) => person),
    (people, limit) => listGroupsOfUsers(db, provider.sid, people, limit),
    ({ person }) => person,
  );
  return users.slice(0, fitting).map((user) => ({
    ...user,
    groups: (items.get(user.person) ?? []).flatMap(({ sid, name }) => (name === null ? [] : [{ sid, name }])),
  }));
}

/**
 * Who is here already is bound only if the provider has signed them in before, which proves the address, or if there is nothing
 * of them to take over: no password, no account. Never an owner by another source, nor who belongs to other accounts.
 *
 * @throws Refusal conflict
 */
async function requireBindable(tx: Queries, caller: ScimCaller, person: PersonRow): Promise<void> {
  const { provider, account } = caller;
  if ((await findUser(tx, provider.sid, person.sid)) !== undefined)
    throw notUnique('A user with that userName was pushed already');
  const isUnclaimed =
    person.password_hash === '' && (await listMembershipsIn(tx, account, person.sid)).length === 0;
  const isOwn =
    (isUnclaimed || (await hasIdentity(tx, provider.sid, person.sid))) &&
    (await hasPowerOver(tx, powerOfProvider(account), person.sid)) &&
    !(await isOwnerOtherwise(tx, caller, person.sid));
  if (isOwn) return;
  throw notUnique(
    'A person with that address is here already: let them sign in by this provider once. It never binds an owner',
  );
}

async function isOwnerOtherwise(tx: Queries, { provider }: ScimCaller, person: string): Promise<boolean> {
  const own = await listSourcesOfProvider(tx, provider.sid);
  return (await listSourcesOfOwner(tx, person)).some((source) => !own.includes(source));
}

/** Name and address are the person's: the provider sets them while no other source answers for the person. */
async function rename(
  tx: Queries,
  caller: ScimCaller,
  row: DirectoryUser,
  user: UserAttributes,
): Promise<void> {
  const email = normalizeEmail(user.userName);
  const person = await findPerson(tx, row.person);
  if (person === undefined) throw notFound();
  const name = nameOf(user, email);
  if (email === row.address && name === person.name) return;
  const isAnswerable =
    person.password_hash === '' &&
    !(await isKnownToOthers(tx, row.provider, row.person)) &&
    (await hasPowerOver(tx, powerOfProvider(caller.account), row.person)) &&
    !(await isOwnerOtherwise(tx, caller, row.person));
  if (email !== row.address) {
    if (!isAnswerable)
      throw immutable('userName stays: the person signs in here in another way, too, or is an owner');
    if ((await findPersonByEmail(tx, email)) !== undefined)
      throw notUnique('userName: another person has that address');
  }
  if (isAnswerable) await updatePerson(tx, row.person, { name, email });
}

const accountsOf = (members: readonly MemberRow[]) => members.map(({ account }) => account);

/** Blocks a person in the account and those below it. @throws Refusal conflict for the last owner */
async function block(tx: Queries, { account }: ScimCaller, person: string, now: number): Promise<void> {
  const found = accountsOf(await listMembershipsIn(tx, account, person));
  if (found.length === 0) return;
  await lockAccounts(tx, found);
  const members = (await listMembershipsIn(tx, account, person)).filter((each) => each.blocked_at === null);
  for (const member of members) if (await isLastOwner(tx, member)) throw lastOwnerRefusal();
  if (members.length > 0)
    await updateMemberRow(tx, { account: accountsOf(members), person }, { blocked_at: now });
  await endSessionsOfMember(tx, { account, person });
}

/** Ends the block that the provider has set, and no other: what nothing grants any more is removed. */
async function endBlock(
  tx: Queries,
  { account }: ScimCaller,
  { person, blocked_at }: DirectoryUserRow,
  how: 'unblock' | 'remove',
): Promise<void> {
  const all = await listMembershipsIn(tx, account, person);
  const members = all.filter((each) => each.blocked_at === blocked_at);
  if (members.length === 0) return;
  const grants = Map.groupBy(await listGrants(tx, accountsOf(members), person), (each) => each.account);
  const roleOf = (each: MemberRow) => mostPowerful((grants.get(each.account) ?? []).map(({ role }) => role));
  for (const [role, some] of Map.groupBy(members, roleOf)) {
    const memberships = { account: accountsOf(some), person };
    if (role === null) await deleteMemberRow(tx, memberships);
    else if (how === 'unblock') await updateMemberRow(tx, memberships, { role, blocked_at: null });
  }
}

const columnsOf = ({ userName, externalId, email, names }: UserAttributes) => ({
  external_id: externalId,
  user_name: userName,
  email: email === null ? null : normalizeEmail(email),
  names: JSON.stringify(names),
});

function attributesOf(row: DirectoryUser): UserAttributes {
  return {
    userName: row.user_name,
    externalId: row.external_id,
    email: row.email,
    active: row.blocked_at === null,
    names: namesOf(row),
  };
}

export const namesOf = ({ names }: DirectoryUserRow) => JSON.parse(names) as Names;

/** What others see; the part before the @ where the provider says no name. */
function nameOf({ names }: UserAttributes, email: string): string {
  const { displayName, formatted, givenName, familyName } = names;
  const parts = [givenName, familyName].filter((each) => each !== undefined).join(' ');
  const [mailbox = email] = email.split('@');
  return (displayName ?? formatted ?? (parts === '' ? mailbox : parts)).slice(0, 100);
}
