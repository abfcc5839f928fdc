/** Service functions of links: invitations to an account, and to a new password. */

import type { Role } from '#api/people/roles.ts';
import { appendServerEvent, noteActor } from '../../platform/audit/recording.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type { InvitationRow } from '../../platform/database/schema/people.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { refuseKey } from '../key-service.ts';
import { fetchAccountName } from '../service.ts';
import { deleteSessionsOf } from '../session-store.ts';
import { lockAccount } from '../store.ts';
import { enqueueLinkMail, type MailLanguage, sendsLinks } from './link-mail.ts';
import { newPersonRow, normalizeEmail, requireChangeable, requireGivable } from './members-service.ts';
import { hashPassword, requireUncommon, verifyPassword } from './passwords.ts';
import { openSession, type SignedIn } from './second-factor-service.ts';
import {
  countInvitations,
  deleteInvitationRow,
  deletePasswordLink,
  deletePasswordLinkOf,
  findInvitation,
  findInvitationByToken,
  findMember,
  findPasswordLink,
  findPerson,
  findPersonByEmail,
  insertMember,
  insertPerson,
  isMemberElsewhere,
  listMembershipsOf,
  listInvitations as listRows,
  replaceInvitation,
  updatePerson,
  upsertPasswordLink,
} from './store.ts';

export type { InvitationRow };

const dayMs = 24 * 60 * 60 * 1000;
const maxInvitations = 1_000;

type NewInvitation = { email: string; role: Role; days: number; language?: MailLanguage | undefined };

/**
 * Invites a person. Returns the token of the link, of which the database has the hash only, and whether it is sent to them.
 *
 * @throws Refusal forbidden for a role above the caller's, or with 1,000 open invitations; conflict for a member
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
 * Makes a link by which a member sets a new password; an earlier one is void. Who holds it becomes that person, so it is given
 * for members of this account (and those below it) alone, but to an operator, who has the database.
 *
 * @throws Refusal not-found; forbidden for a role above the caller's; conflict for a member of other accounts
 */
export async function createPasswordLink(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { byOperator = false, language = 'en' }: { byOperator?: boolean; language?: MailLanguage | undefined } = {},
): Promise<{ token: string; expiresAt: number; isSent: boolean }> {
  const [token, expiresAt] = [ctx.ids.token(), ctx.clock.now() + dayMs];
  const isSent = await ctx.database.write(async (tx) => {
    await requireChangeable(tx, caller, sid);
    if (!byOperator && (await isMemberElsewhere(tx, caller.account, sid))) {
      throw new Refusal(
        'conflict',
        'This person is a member of other accounts too, which the link would open as well',
      );
    }
    await upsertPasswordLink(tx, { person: sid, token_hash: hashToken(token), expires_at: expiresAt });
    const person = await findPerson(tx, sid);
    if (byOperator || person === undefined) return false;
    const mail = { to: person.email, token, expiresAt, language, invitation: null };
    return enqueueLinkMail(ctx, tx, caller.account, mail);
  });
  if (isSent) ctx.wake('jobs');
  return { token, expiresAt, isSent };
}

/**
 * Sends a link to a new password to who asks for it. Nothing where nobody has that address, or they sign in by other means
 * than a password: the caller must not learn which.
 *
 * @throws Refusal conflict where links are not sent
 */
export async function sendPasswordLink(
  ctx: ServiceContext,
  { email: written, language, address, request }: AskedLink,
): Promise<void> {
  if (!sendsLinks(ctx)) {
    throw new Refusal('conflict', 'Links are not sent here: ask an admin of your account for one');
  }
  const email = normalizeEmail(written);
  const person = await findPersonByEmail(ctx.database.read, email);
  // A password would be a way around the provider by which the others sign in.
  if (person === undefined || person.password_hash === '') return;
  const [membership] = await listMembershipsOf(ctx.database.read, person.sid);
  if (membership === undefined) return;
  const [token, expiresAt] = [ctx.ids.token(), ctx.clock.now() + askedLinkMs];
  const { account } = membership;
  await ctx.database.write(async (tx) => {
    const mail = { to: person.email, token, expiresAt, language, invitation: null };
    if (!(await enqueueLinkMail(ctx, tx, account, mail))) return;
    await upsertPasswordLink(tx, { person: person.sid, token_hash: hashToken(token), expires_at: expiresAt });
    await appendServerEvent(ctx, tx, {
      ...{ operation: 'PasswordLinkAsked', account, address, request },
      object: { kind: 'member', sid: person.sid, name: person.name },
    });
  });
  ctx.wake('jobs', 'audit');
}

export type AskedLink = { email: string; language: MailLanguage; address: string; request: string };

/** Shorter than one that an admin hands over: it is wanted now. */
const askedLinkMs = 60 * 60 * 1000;

/** What a link is for. `person` has a password already, and joins with it. */
export type LinkPurpose = {
  purpose: 'invitation' | 'password';
  email: string;
  account: { sid: string; name: string; role: Role } | null;
  person: { sid: string; name: string } | null;
  expiresAt: number;
};

/** Null for a link that is unknown, used, taken back or too old. */
export async function findLink(ctx: ServiceContext, token: string): Promise<LinkPurpose | null> {
  const { read } = ctx.database;
  const [hash, now] = [hashToken(token), ctx.clock.now()];
  const invitation = await findInvitationByToken(read, hash, now);
  if (invitation !== undefined) {
    const { email, account, account_name, role, expires_at } = invitation;
    const person = await findPersonByEmail(read, email);
    return {
      purpose: 'invitation',
      email,
      account: { sid: account, name: account_name, role },
      person: person === undefined ? null : { sid: person.sid, name: person.name },
      expiresAt: expires_at,
    };
  }
  const link = await findPasswordLink(read, hash, now);
  if (link === undefined) return null;
  const { person, name, email, expires_at } = link;
  return { purpose: 'password', email, account: null, person: { sid: person, name }, expiresAt: expires_at };
}

export type LinkUse = {
  token: string;
  name?: string | undefined;
  password: string;
  device?: string | undefined;
};

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
      await deletePasswordLinkOf(tx, row.sid);
    }
    noteActor(invitation.account, row.sid);
    return openSession(ctx, tx, { account: invitation.account, person: row.sid, device });
  });
}

/**
 * Sets the new password of the person of a link, ends their sessions, and begins a new one or asks for the second
 * factor. Null when they belong to no account any more: the password is set all the same.
 *
 * @throws Refusal not-found for a link that was used meanwhile; bad-request for a password that is easily guessed
 */
export async function setPasswordByLink(
  ctx: ServiceContext,
  { email, person }: LinkPurpose,
  { token, password, device }: LinkUse,
): Promise<SignedIn | null> {
  if (person === null) throw notFound();
  requireUncommon(password, { email, name: person.name });
  const password_hash = await hashPassword(ctx, password);
  return ctx.database.write(async (tx) => {
    if (!(await deletePasswordLink(tx, hashToken(token)))) throw notFound();
    await updatePerson(tx, person.sid, { password_hash });
    await deleteSessionsOf(tx, person.sid, null);
    const [membership] = await listMembershipsOf(tx, person.sid);
    if (membership === undefined) return null;
    noteActor(membership.account, person.sid);
    return openSession(ctx, tx, { account: membership.account, person: person.sid, device });
  });
}
