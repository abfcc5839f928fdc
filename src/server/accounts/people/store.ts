/** Rows of people, memberships, invitations and links to a new password. */

import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import type {
  InvitationRow,
  MemberRow,
  PasswordLinkRow,
  PersonRow,
} from '../../platform/database/schema/people.ts';
import { deleteTokensOfMember } from '../key-store.ts';

/** A membership with the name and the address of its person. */
export type MemberWithPerson = MemberRow & {
  sid: string;
  name: string;
  email: string;
  password_hash: string;
};

export function findPersonByEmail(db: Queries, email: string): Promise<PersonRow | undefined> {
  return db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findPerson(db: Queries, sid: string): Promise<PersonRow | undefined> {
  return db.selectFrom('people').selectAll().where('sid', '=', sid).executeTakeFirst();
}

/** False, and nothing is stored, when there is a person of that email address. */
export async function insertPerson(tx: Queries, row: PersonRow): Promise<boolean> {
  const rows = await tx
    .insertInto('people')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('sid')
    .execute();
  return rows.length === 1;
}

export async function deletePerson(tx: Queries, sid: string): Promise<void> {
  await tx.deleteFrom('people').where('sid', '=', sid).execute();
}

export async function updatePerson(
  tx: Queries,
  sid: string,
  change: Partial<Pick<PersonRow, 'name' | 'email' | 'password_hash'>>,
): Promise<void> {
  await tx.updateTable('people').set(change).where('sid', '=', sid).execute();
}

const withPerson = (db: Queries) =>
  db
    .selectFrom('members')
    .innerJoin('people', 'people.sid', 'members.person')
    .selectAll('members')
    .select(['people.sid', 'people.name', 'people.email', 'people.password_hash']);

export function findMember(
  db: Queries,
  account: string,
  person: string,
): Promise<MemberWithPerson | undefined> {
  return withPerson(db)
    .where('members.account', '=', account)
    .where('members.person', '=', person)
    .executeTakeFirst();
}

/** Those who joined last first; positions are SIDs of people. */
export function listMembers(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<MemberWithPerson>> {
  return fetchPage(request, withPerson(db).where('members.account', '=', account), 'members.person');
}

/** The open memberships of a person in accounts that are open, the oldest first. */
export function listMembershipsOf(db: Queries, person: string): Promise<MemberRow[]> {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.sid', 'members.account')
    .selectAll('members')
    .where('members.person', '=', person)
    .where('members.blocked_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .orderBy('members.created_at')
    .orderBy('members.account')
    .execute();
}

export type AccountOfPerson = {
  sid: string;
  name: string;
  parent: string | null;
  role: Role;
  /** It, or the one above it, wants more than a password. */
  needs_proof: boolean;
};

/** The open accounts of the memberships of a person and those below them, in order of their names; of two roles both rows. */
export async function listAccountsOf(db: Queries, person: string, limit: number): Promise<AccountOfPerson[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('accounts', (join) =>
      join.on((on) =>
        on.or([
          on('accounts.sid', '=', on.ref('members.account')),
          on('accounts.parent', '=', on.ref('members.account')),
        ]),
      ),
    )
    .select(['accounts.sid', 'accounts.name', 'accounts.parent', 'members.role'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('sign_in_settings')
            .select('sign_in_settings.account')
            .where('sign_in_settings.second_factor', '=', 1)
            .where((or) =>
              or.or([
                or('sign_in_settings.account', '=', or.ref('accounts.sid')),
                or('sign_in_settings.account', '=', or.ref('accounts.parent')),
              ]),
            ),
        )
        .as('needs_proof'),
    )
    .where('members.person', '=', person)
    .where('members.blocked_at', 'is', null)
    .where('accounts.closed_at', 'is', null)
    .orderBy('accounts.name')
    .orderBy('accounts.sid')
    .limit(limit)
    .execute();
  return rows.map(({ needs_proof, ...row }) => ({ ...row, needs_proof: Boolean(needs_proof) }));
}

export type RoleIn = { account: string; parent: string | null; role: Role; blocked_at: number | null };

/** The roles of a person in all of their accounts, blocked and closed ones too. */
export function listRolesIn(db: Queries, person: string): Promise<RoleIn[]> {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.sid', 'members.account')
    .select(['members.account', 'accounts.parent', 'members.role', 'members.blocked_at'])
    .where('members.person', '=', person)
    .execute();
}

/** The source of a membership that was given directly, by a member or an invitation. */
export const directSource = 'direct';

/** A membership that is given directly; false when the person is a member already. */
export async function insertMember(tx: Queries, row: MemberRow): Promise<boolean> {
  if (!(await insertMemberRow(tx, row))) return false;
  const { account, person, role } = row;
  await tx.insertInto('member_grants').values({ account, person, source: directSource, role }).execute();
  return true;
}

/** The row alone, as with another role without a link to a new password; false when the person is a member already. */
export async function insertMemberRow(tx: Queries, row: MemberRow): Promise<boolean> {
  await deletePasswordLinkOf(tx, row.person);
  const rows = await tx
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account', 'person']).doNothing())
    .returning('person')
    .execute();
  return rows.length === 1;
}

/** The membership of a person in an account, or those in several. */
type Memberships = { account: string | readonly string[]; person: string };

/** Another role ends a link to a new password: it was made by who had power over the person as they were. */
export async function updateMemberRow(
  tx: Queries,
  { account, person }: Memberships,
  change: Partial<Pick<MemberRow, 'role' | 'blocked_at'>>,
): Promise<void> {
  if (change.role !== undefined) await deletePasswordLinkOf(tx, person);
  await tx
    .updateTable('members')
    .set(change)
    .where('account', 'in', [account].flat())
    .where('person', '=', person)
    .execute();
}

/** With their personal tokens in the account, which must not come back with the person. */
export async function deleteMemberRow(tx: Queries, { account, person }: Memberships): Promise<void> {
  const accounts = [account].flat();
  await deleteTokensOfMember(tx, accounts, person);
  for (const table of ['members', 'member_grants'] as const)
    await tx.deleteFrom(table).where('account', 'in', accounts).where('person', '=', person).execute();
}

/** All, blocked ones too; `owners` are those who are not blocked. */
export async function countMembers(db: Queries, account: string): Promise<{ all: number; owners: number }> {
  const rows = await db
    .selectFrom('members')
    .select(['role', 'blocked_at'])
    .where('account', '=', account)
    .execute();
  const owners = rows.filter(({ role, blocked_at }) => role === 'owner' && blocked_at === null);
  return { all: rows.length, owners: owners.length };
}

/** Whether somebody else is an owner of the account, and not blocked. */
export async function hasOtherOwner(
  db: Queries,
  { account, person }: Pick<MemberRow, 'account' | 'person'>,
): Promise<boolean> {
  const owner: Role = 'owner';
  const row = await db
    .selectFrom('members')
    .select('person')
    .where('account', '=', account)
    .where('role', '=', owner)
    .where('blocked_at', 'is', null)
    .where('person', '!=', person)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the sessions of a person in an account and in those below it. */
export async function endSessionsOfMember(
  tx: Queries,
  { account, person }: Pick<MemberRow, 'account' | 'person'>,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('person', '=', person)
    .where('account', 'in', (query) =>
      query
        .selectFrom('accounts')
        .select('sid')
        .where((or) => or.or([or('sid', '=', account), or('parent', '=', account)])),
    )
    .execute();
}

/** The newest first; positions are SIDs. Only those that are still valid. */
export function listInvitations(
  db: Queries,
  { account, now }: { account: string; now: number },
  request: KeysetPageRequest,
): Promise<KeysetPage<InvitationRow>> {
  return fetchPage(
    request,
    db.selectFrom('invitations').selectAll().where('account', '=', account).where('expires_at', '>', now),
  );
}

export async function countInvitations(db: Queries, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores an invitation instead of an earlier one to the same address, and removes those that are over. */
export async function replaceInvitation(tx: Queries, row: InvitationRow): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('account', '=', row.account)
    .where((or) => or.or([or('email', '=', row.email), or('expires_at', '<=', row.created_at)]))
    .execute();
  await tx.insertInto('invitations').values(row).execute();
}

export function findInvitation(
  db: Queries,
  account: string,
  sid: string,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

export function findInvitationTo(
  db: Queries,
  account: string,
  email: string,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('account', '=', account)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** The invitation of a token, unless it is over or its account closed. */
export function findInvitationByToken(
  db: Queries,
  tokenHash: string,
  now: number,
): Promise<(InvitationRow & { account_name: string }) | undefined> {
  return db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.sid', 'invitations.account')
    .selectAll('invitations')
    .select('accounts.name as account_name')
    .where('invitations.token_hash', '=', tokenHash)
    .where('invitations.expires_at', '>', now)
    .where('accounts.closed_at', 'is', null)
    .executeTakeFirst();
}

/** False when another transaction has used it, or there is none. */
export async function deleteInvitationRow(tx: Queries, sid: string): Promise<boolean> {
  return (await tx.deleteFrom('invitations').where('sid', '=', sid).returning('sid').execute()).length === 1;
}

export async function upsertPasswordLink(tx: Queries, row: PasswordLinkRow): Promise<void> {
  await tx
    .insertInto('password_links')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('person').doUpdateSet({ token_hash: row.token_hash, expires_at: row.expires_at }),
    )
    .execute();
}

/** The link of a token with its person, unless it is over. */
export function findPasswordLink(
  db: Queries,
  tokenHash: string,
  now: number,
): Promise<(PasswordLinkRow & Pick<PersonRow, 'name' | 'email'>) | undefined> {
  return db
    .selectFrom('password_links')
    .innerJoin('people', 'people.sid', 'password_links.person')
    .selectAll('password_links')
    .select(['people.name', 'people.email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deletePasswordLinkOf(tx: Queries, person: string): Promise<void> {
  await tx.deleteFrom('password_links').where('person', '=', person).execute();
}

/** False when another transaction has used it. */
export async function deletePasswordLink(tx: Queries, tokenHash: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('password_links')
    .where('token_hash', '=', tokenHash)
    .returning('person')
    .execute();
  return rows.length === 1;
}
