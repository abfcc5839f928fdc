/** Service functions of invitations to an account. */

import type { Role } from '#api/people/roles.ts';
import { noteActor } from '../../platform/audit/recording.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { InvitationRow } from '../../platform/database/schema/people.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { refuseKey } from '../key-service.ts';
import { fetchAccountName } from '../service.ts';
import { deleteSessionsOf } from '../session-store.ts';
import { lockAccount } from '../store.ts';
import { normalizeEmail } from './email-address.ts';
import { enqueueLinkMail, type MailLanguage } from './link-mail.ts';
import type { LinkPurpose, LinkUse } from './links-service.ts';
import { newPersonRow, requireGivable } from './members-service.ts';
import { verifyPassword } from './passwords.ts';
import { openSession, type SignedIn } from './second-factor-service.ts';
import {
  countInvitations,
  deleteInvitationRow,
  findInvitation,
  findInvitationByToken,
  findInvitationTo,
  findMember,
  findPerson,
  findPersonByEmail,
  insertMember,
  insertPerson,
  listInvitations as listRows,
  replaceInvitation,
} from './store.ts';

export type { InvitationRow };

const dayMs = 24 * 60 * 60 * 1000;

const maxInvitations = 1_000;

type NewInvitation = { email: string; role: Role; days: number; language?: MailLanguage | undefined };

/**
 * Invites a person. Returns the token of the link, of which the database has the hash only, and whether it is sent to them.
 *
 * @throws Refusal forbidden for a role above the caller's, of an earlier invitation that this one replaces too, or with 1,000 open
 *   invitations; conflict for a member
 */
export async function createInvitation(
  ctx: ServiceContext,
  caller: Caller,
  { email: written, role, days, language = 'en' }: NewInvitation,
): Promise<{ row: InvitationRow; token: string; isSent: boolean }> {
  refuseKey(caller);
  requireGivable(caller, role, 'Role');
  const email = normalizeEmail(written);
  const [token, now] = [ctx.ids.token(), ctx.clock.now()];
  const row: InvitationRow = {
    sid: ctx.ids.sid('IV'),
    account: caller.account,
    email,
    role,
    invited_by: caller.person?.name ?? null,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: now + days * dayMs,
  };
  const name = await fetchAccountName(ctx, caller.account);
  const isSent = await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const person = await findPersonByEmail(tx, email);
    if (person !== undefined && (await findMember(tx, caller.account, person.sid)) !== undefined) {
      throw new Refusal('conflict', `Email: ${email} is a member already`, { field: 'Email' });
    }
    const present = await findInvitationTo(tx, caller.account, email);
    if (present !== undefined) requireGivable(caller, present.role, 'Email');
    await replaceInvitation(tx, row);
    if ((await countInvitations(tx, caller.account)) > maxInvitations) {
      throw new Refusal(
        'forbidden',
        `The account has ${maxInvitations} open invitations, and may have no more`,
      );
    }
    const invitation = { account: name, inviter: row.invited_by };
    const mail = { to: email, token, expiresAt: row.expires_at, language, invitation };
    return enqueueLinkMail(ctx, tx, caller.account, mail);
  });
  if (isSent) ctx.wake('jobs');
  return { row, token, isSent };
}

/** The open ones, newest first; positions are SIDs. */
export function listInvitations(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<InvitationRow>> {
  return listRows(ctx.database.read, { account, now: ctx.clock.now() }, request);
}

/** @throws Refusal not-found; forbidden for a role above the caller's */
export async function deleteInvitation(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  refuseKey(caller);
  await ctx.database.write(async (tx) => {
    const invitation = await findInvitation(tx, caller.account, sid);
    if (invitation === undefined) throw notFound();
    requireGivable(caller, invitation.role, 'Sid');
    await deleteInvitationRow(tx, sid);
  });
}

/**
 * Joins the account of an invitation, with a new person or with the one who has its address, and begins a session or
 * asks for their second factor. Other sessions of who has the address end, and a link to a new password is void. Null when that
 * person's password is wrong.
 *
 * @throws Refusal not-found for a link that was used meanwhile; bad-request; conflict when another link made that person
 */
export async function joinByInvitation(
  ctx: ServiceContext,
  { email, account, person }: LinkPurpose,
  { token, name, password, device }: LinkUse,
): Promise<SignedIn | null> {
  if (account === null) throw notFound();
  const known = person === null ? null : ((await findPerson(ctx.database.read, person.sid)) ?? null);
  if (known !== null && !(await verifyPassword(ctx, known.password_hash, password))) return null;
  if (known === null && name === undefined) {
    throw new Refusal('bad-request', 'Missing required parameter Name', { field: 'Name' });
  }
  const row = known ?? (await newPersonRow(ctx, { email, name: name ?? '', password }));
  const now = ctx.clock.now();
  return ctx.database.write(async (tx) => {
    // Found again in the transaction: it may have been used, taken back or changed since.
    const invitation = await findInvitationByToken(tx, hashToken(token), now);
    if (invitation === undefined || !(await deleteInvitationRow(tx, invitation.sid))) throw notFound();
    if (known === null && !(await insertPerson(tx, row))) {
      throw new Refusal('conflict', 'A person with this address has joined meanwhile: open the link again');
    }
    const member = { account: invitation.account, person: row.sid, role: invitation.role, created_at: now };
    if (!(await insertMember(tx, { ...member, blocked_at: null, seen_at: now }))) {
      throw new Refusal('conflict', 'You are a member of this account already: sign in');
    }
    if (known !== null) {
      // In their accounts until now others could open a session for them, by a provider or a link: none reaches into the new one.
      await deleteSessionsOf(tx, row.sid, null);
    }
    noteActor(invitation.account, row.sid);
    return openSession(ctx, tx, { account: invitation.account, person: row.sid, device });
  });
}
