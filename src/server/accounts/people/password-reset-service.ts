/** Service functions of the password reset: links to a new password, by an admin or for who asks. */

import { appendServerEvent, noteActor } from '../../platform/audit/recording.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { deleteSessionsOf } from '../session-store.ts';
import { normalizeEmail } from './email-address.ts';
import { enqueueLinkMail, type MailLanguage, sendsLinks } from './link-mail.ts';
import type { LinkPurpose, LinkUse } from './links-service.ts';
import { requireChangeable } from './members-service.ts';
import { hashPassword, requireUncommon } from './passwords.ts';
import { hasPowerOver } from './power-over-people.ts';
import { openSession, type SignedIn } from './second-factor-service.ts';
import {
  deletePasswordLink,
  findPerson,
  findPersonByEmail,
  listMembershipsOf,
  updatePerson,
  upsertPasswordLink,
} from './store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Shorter than one that an admin hands over: it is wanted now. */
const askedLinkMs = 60 * 60 * 1000;

/**
 * Makes a link by which a member sets a new password; an earlier one is void. Who holds it becomes that person, so it is given
 * to who has power over them alone, and to an operator, who has the database.
 *
 * @throws Refusal not-found; forbidden for a role above the caller's; conflict for who may do more in another account
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
    if (!byOperator && !(await hasPowerOver(tx, caller, sid))) {
      throw new Refusal(
        'conflict',
        'This person may do more than you in another account, which the link would open as well: they can ask for one at the sign-in, or an owner there',
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

export type AskedLink = { email: string; language: MailLanguage; address: string; request: string };

/**
 * Sends a link to a new password to who asks for it. Nothing where no one has that address, or they sign in by other means
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
