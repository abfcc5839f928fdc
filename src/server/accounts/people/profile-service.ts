/** Service functions of the person who is signed in: sign-in, name, password and sessions. */

import type { Queries } from '../../platform/database/database.ts';
import type { SessionRow } from '../../platform/database/schema/tables.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller, CallerPerson, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { rotateSession } from '../session-rotation.ts';
import { confirmSession } from '../session-service.ts';
import { deleteSession, deleteSessionsOf, listSessionsOf } from '../session-store.ts';
import { normalizeEmail } from './email-address.ts';
import { requirePerson } from './members-service.ts';
import { hashPassword, requireUncommon, verifyPassword } from './passwords.ts';
import { openSession, type SignedIn, takeCode } from './second-factor-service.ts';
import { countMembers, findPerson, findPersonByEmail, listMembershipsOf, updatePerson } from './store.ts';

/**
 * Begins a session of a person, or asks for the second factor; null when the password is wrong, or the person belongs to no
 * account. It begins in the account that was used last.
 */
export async function signInPerson(
  ctx: ServiceContext,
  { email, password, device }: { email: string; password: string; device?: string | undefined },
): Promise<SignedIn | null> {
  const person = await findPersonByEmail(ctx.database.read, normalizeEmail(email));
  if (!(await verifyPassword(ctx, person?.password_hash, password)) || person === undefined) return null;
  return ctx.database.write(async (tx) => {
    const account = await lastAccountOf(tx, person.sid);
    return account === null ? null : openSession(ctx, tx, { account, person: person.sid, device });
  });
}

/** The account that a person has used last; null for who belongs to none. */
export async function lastAccountOf(tx: Queries, person: string): Promise<string | null> {
  const memberships = await listMembershipsOf(tx, person);
  const [last] = memberships.toSorted((one, other) => (other.seen_at ?? 0) - (one.seen_at ?? 0));
  return last?.account ?? null;
}

/** Notes in the session that its person has proven who they are by password or code. False when it is wrong. */
export async function confirmMe(
  ctx: ServiceContext,
  caller: Caller,
  { password, code = '' }: { password?: string | undefined; code?: string | undefined },
  sessionToken: string,
): Promise<boolean> {
  const { sid } = requirePerson(caller);
  const row = await findPerson(ctx.database.read, sid);
  const isRight =
    password === undefined
      ? await ctx.database.write((tx) => takeCode(ctx, tx, sid, code))
      : await verifyPassword(ctx, row?.password_hash, password);
  if (isRight) await confirmSession(ctx, sessionToken);
  return isRight;
}

/** Whether the caller may make the first owner. */
export async function needsOwner(ctx: ServiceContext, { account, role, person }: Caller): Promise<boolean> {
  if (role !== 'owner' || person !== undefined) return false;
  return (await countMembers(ctx.database.read, account)).all === 0;
}

/**
 * Changes the name or the password of the caller; null when the current password is wrong. A new one ends the other sessions of
 * the person, and gives this one another token: `session`.
 *
 * @throws Refusal forbidden for a program; bad-request for a password that is easily guessed
 */
export async function updateProfile(
  ctx: ServiceContext,
  caller: Caller,
  change: { name?: string | undefined; password?: string | undefined; currentPassword?: string | undefined },
  sessionToken: string,
): Promise<{ person: CallerPerson; session: string | null } | null> {
  const person = requirePerson(caller);
  const name = change.name?.trim() ?? person.name;
  const { password, currentPassword = '' } = change;
  if (password !== undefined) {
    requireUncommon(password, person);
    const row = await findPerson(ctx.database.read, person.sid);
    if (!(await verifyPassword(ctx, row?.password_hash, currentPassword))) return null;
  }
  const hash = password === undefined ? null : await hashPassword(ctx, password);
  return ctx.database.write(async (tx) => {
    await updatePerson(tx, person.sid, { name, ...(hash !== null && { password_hash: hash }) });
    if (hash === null) return { person: { ...person, name }, session: null };
    await deleteSessionsOf(tx, person.sid, hashToken(sessionToken));
    const confirmed = { confirmed_at: ctx.clock.now() };
    return { person: { ...person, name }, session: await rotateSession(ctx, tx, sessionToken, confirmed) };
  });
}

/** The newest first; at most 100. */
export function listSessions(ctx: ServiceContext, caller: Caller): Promise<SessionRow[]> {
  return listSessionsOf(ctx.database.read, requirePerson(caller).sid, ctx.clock.now());
}

/** What names a session to its person: the token itself is a secret. */
export const sessionId = ({ token_hash }: Pick<SessionRow, 'token_hash'>): string => token_hash.slice(0, 16);

/** @throws Refusal not-found; forbidden for a program */
export async function endSession(ctx: ServiceContext, caller: Caller, id: string): Promise<void> {
  const session = (await listSessions(ctx, caller)).find((each) => sessionId(each) === id);
  if (session === undefined) throw notFound();
  await ctx.database.write(async (tx) => void (await deleteSession(tx, session.token_hash)));
}
