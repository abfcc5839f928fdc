/** Service functions of members: who belongs to an account, with which role. */

import { mayGive, type Role } from '#api/people/roles.ts';
import type { MemberFactor } from '#api/people/schemas.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  type KeysetPage,
  type KeysetPageRequest,
  pageWithItems,
} from '../../platform/database/keyset-pagination.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { givingWay, partsOf } from '../../platform/event-loop-turn.ts';
import type { Caller, CallerPerson, ServiceContext } from '../../platform/service-context.ts';
import { refuseKey } from '../key-service.ts';
import { rotateSession } from '../session-rotation.ts';
import { lockAccount } from '../store.ts';
import { normalizeEmail } from './email-address.ts';
import { listNamedGrants, type NamedGrant } from './grant-store.ts';
import {
  isLastOwner,
  lastOwnerRefusal,
  listRolesBelow,
  type NamedSource,
  namedSource,
  type RoleBelow,
  replaceGrants,
} from './grants.ts';
import { hashPassword, requireUncommon } from './passwords.ts';
import { listPeopleWithFactors } from './second-factor-store.ts';
import {
  countMembers,
  deleteMemberRow,
  directSource,
  endSessionsOfMember,
  findMember,
  insertMember,
  insertPerson,
  listMembers as listRows,
  type MemberWithPerson,
  updateMemberRow,
} from './store.ts';

/** A member with where the membership comes from, what else is given below the account, and what they have besides a password. */
export type Member = Omit<MemberWithPerson, 'password_hash'> & {
  sources: readonly NamedSource[];
  below: readonly RoleBelow[];
  factor: MemberFactor;
};

export type NewPerson = { name: string; email: string; password: string };

/**
 * Makes the first owner of the account. The session of the page by whose token it is asked becomes theirs, with another token.
 *
 * @throws Refusal conflict when the account has members, or a person has that address; bad-request for a password that is
 *   easily guessed
 */
export async function createFirstOwner(
  ctx: ServiceContext,
  caller: Caller,
  person: NewPerson,
  sessionToken: string | undefined,
): Promise<{ member: Member; session: string | null }> {
  refuseKey(caller);
  const { account } = caller;
  const row = await newPersonRow(ctx, person);
  const now = ctx.clock.now();
  const { session } = await ctx.database.write(async (tx) => {
    await lockAccount(tx, account);
    if ((await countMembers(tx, account)).all > 0) {
      throw new Refusal('conflict', 'The account has members already: ask one of them for an invitation');
    }
    if (!(await insertPerson(tx, row))) {
      throw new Refusal('conflict', 'Email: a person of this installation has that address', {
        field: 'Email',
      });
    }
    const member = { account, person: row.sid, role: 'owner' as const, created_at: now };
    await insertMember(tx, { ...member, blocked_at: null, seen_at: now });
    if (sessionToken === undefined) return { session: null };
    return { session: await rotateSession(ctx, tx, sessionToken, { person: row.sid, confirmed_at: now }) };
  });
  return { member: await fetchMember(ctx, caller, row.sid), session };
}

/** @throws Refusal bad-request for a password that is easily guessed */
export async function newPersonRow(ctx: ServiceContext, { name, email, password }: NewPerson) {
  const person = { name: name.trim(), email: normalizeEmail(email) };
  requireUncommon(password, person);
  return {
    ...person,
    sid: ctx.ids.sid('US'),
    password_hash: await hashPassword(ctx, password),
    created_at: ctx.clock.now(),
  };
}

/** Those who joined last first; positions are SIDs. As many as fit on a page with where their memberships come from. */
export async function listMembers(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<Member>> {
  const { read } = ctx.database;
  const { page, items } = await pageWithItems({
    request,
    page: await listRows(read, account, request),
    rowKey: ({ sid }) => sid,
    read: (people, limit, order) => listNamedGrants(read, account, people, { limit, order }),
    itemKey: ({ person }) => person,
  });
  return { ...page, rows: await withSources(read, account, page.rows, items) };
}

/** @throws Refusal not-found */
export async function fetchMember(ctx: ServiceContext, { account }: Caller, sid: string): Promise<Member> {
  const { read } = ctx.database;
  const row = await requireMember(read, account, sid);
  const grants = new Map([[sid, await listNamedGrants(read, account, [sid])]]);
  const [member] = await withSources(read, account, [row], grants);
  if (member === undefined) throw notFound();
  return member;
}

/** What is given below has to be counted: of a few people at a time. */
const peopleAtOnce = 10;

async function withSources(
  db: Queries,
  account: string,
  members: readonly MemberWithPerson[],
  grants: ReadonlyMap<string, readonly NamedGrant[]>,
): Promise<Member[]> {
  if (members.length === 0) return [];
  const people = members.map(({ sid }) => sid);
  const below = new Map<string, RoleBelow[]>();
  for await (const some of givingWay(partsOf(people, peopleAtOnce)))
    for (const [person, given] of await listRolesBelow(db, account, some)) below.set(person, given);
  const factors = await listPeopleWithFactors(db, people);
  return members.map(({ password_hash, ...member }) => ({
    ...member,
    sources: (grants.get(member.sid) ?? []).map(namedSource),
    below: below.get(member.sid) ?? [],
    factor: factorOf(member.sid, password_hash === '', factors),
  }));
}

/** Who has no password is signed in by a provider alone. */
function factorOf(
  sid: string,
  isWithoutPassword: boolean,
  { passkey, app }: Awaited<ReturnType<typeof listPeopleWithFactors>>,
): MemberFactor {
  if (passkey.has(sid)) return 'passkey';
  if (app.has(sid)) return 'app';
  return isWithoutPassword ? 'provider' : 'none';
}

/**
 * Changes the role of a member, blocks or unblocks them. A block ends their sessions.
 *
 * @throws Refusal not-found; forbidden for a role above the caller's; bad-request when members block themselves; conflict for
 *   the last owner
 */
export async function updateMember(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { role, blocked }: { role?: Role | undefined; blocked?: boolean | undefined },
): Promise<Member> {
  await ctx.database.write(async (tx) => {
    const member = await requireChangeable(tx, caller, sid);
    if (role !== undefined) {
      requireGivable(caller, role, 'Role');
      await requireNoMoreGranted(tx, member, role);
    }
    if (blocked === true && sid === caller.person?.sid) {
      throw new Refusal('bad-request', 'Status: members cannot block themselves', { field: 'Status' });
    }
    const wanted = {
      role: role ?? member.role,
      blocked_at:
        blocked === undefined ? member.blocked_at : blocked ? (member.blocked_at ?? ctx.clock.now()) : null,
    };
    if (wanted.role !== 'owner' || wanted.blocked_at !== null) await requireOtherOwner(tx, member);
    await updateMemberRow(tx, member, wanted);
    if (role !== undefined) {
      const grants = [{ source: directSource, account: member.account, role }];
      const now = ctx.clock.now();
      await replaceGrants(tx, { person: sid, sources: [directSource], grants, now, lastOwner: 'refuse' });
    }
    if (wanted.blocked_at !== null) await endSessionsOfMember(tx, member);
  });
  return fetchMember(ctx, caller, sid);
}

/**
 * @throws Refusal not-found; forbidden for a role above the caller's; conflict for the last owner, and for who is a member by a
 *   group or a rule
 */
export function deleteMember(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  return ctx.database.write(async (tx) => {
    const member = await requireChangeable(tx, caller, sid);
    await requireOtherOwner(tx, member);
    const [other] = await otherSourcesOf(tx, member);
    if (other !== undefined) {
      throw new Refusal(
        'conflict',
        `${labelOf(other)} makes them a member, and would again: block them instead`,
      );
    }
    await endSessionsOfMember(tx, member);
    await deleteMemberRow(tx, member);
  });
}

/** @throws Refusal not-found; forbidden for a role above the caller's */
export function signOutMember(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  return ctx.database.write(async (tx) => endSessionsOfMember(tx, await requireChangeable(tx, caller, sid)));
}

/**
 * A member whom the caller may change. Others who change members of the account wait until this transaction is over.
 *
 * @throws Refusal not-found; forbidden for one whose role is above the caller's
 */
export async function requireChangeable(tx: Queries, caller: Caller, sid: string): Promise<MemberWithPerson> {
  refuseKey(caller);
  await lockAccount(tx, caller.account);
  const member = await requireMember(tx, caller.account, sid);
  if (!mayGive(caller.role, member.role)) {
    throw new Refusal(
      'forbidden',
      `The role ${caller.role} cannot change a member with the role ${member.role}`,
    );
  }
  return member;
}

/** @throws Refusal forbidden for a role above the caller's */
export function requireGivable(caller: Caller, role: Role, field: string): void {
  if (mayGive(caller.role, role)) return;
  throw new Refusal('forbidden', `${field}: the role ${caller.role} cannot give the role ${role}`, { field });
}

/** @throws Refusal conflict when the member is the only owner who is not blocked */
async function requireOtherOwner(tx: Queries, member: MemberWithPerson): Promise<void> {
  if (await isLastOwner(tx, member)) throw lastOwnerRefusal();
}

/** @throws Refusal conflict when something else gives the member a more powerful role, which would count */
async function requireNoMoreGranted(tx: Queries, member: MemberWithPerson, role: Role): Promise<void> {
  const more = (await otherSourcesOf(tx, member)).find((each) => !mayGive(role, each.role));
  if (more === undefined) return;
  throw new Refusal('conflict', `${labelOf(more)} gives them the role ${more.role}: change that first`);
}

/** Where a membership comes from, other than a member who gave it. */
async function otherSourcesOf(tx: Queries, { account, sid }: MemberWithPerson): Promise<NamedSource[]> {
  const grants = await listNamedGrants(tx, account, [sid]);
  return grants.map(namedSource).filter(({ kind }) => kind !== 'direct');
}

const labelOf = ({ kind, name }: NamedSource) => `The ${kind} “${name}”`;

async function requireMember(db: Queries, account: string, sid: string): Promise<MemberWithPerson> {
  const member = await findMember(db, account, sid);
  if (member === undefined) throw notFound();
  return member;
}

/** @throws Refusal forbidden for the account's own credentials, which are no person, and for tokens of a person */
export function requirePerson({ person, key }: Caller): CallerPerson {
  if (person !== undefined && key === undefined) return person;
  throw new Refusal('forbidden', 'Only a person has a profile: sign in to the page with an email address');
}
