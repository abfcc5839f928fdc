/** Service functions of sessions: of a person, or of the account by a link or its credentials; with sliding expiry. */

import { type Role, roles } from '#api/people/roles.ts';
import { noteActor } from '../platform/audit/recording.ts';
import type { Queries } from '../platform/database/database.ts';
import type { SessionProof } from '../platform/database/schema/tables.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { hashToken } from '../platform/token-hash.ts';
import { requireTokenSignIn } from './identity-providers/providers-service.ts';
import { findCaller } from './service.ts';
import {
  type ActiveSession,
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  noteSeen,
  updateSession,
} from './session-store.ts';
import { deleteExpiredSignInLinks, redeemSignInLink } from './store.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** How long a session lasts from its last use, and how long at most. */
export const sessionLifetimeMs = 30 * dayMs;
const maxSessionMs = 90 * dayMs;

/** How long a sign-in, or a confirmation, counts as a proof that it is still the person. */
const confirmationMs = 15 * 60 * 1000;

const maxDeviceLength = 300;

/** Whose session begins: of the account itself without a person. `device` is the User-Agent. */
export type NewSession = {
  account: string;
  person?: string | undefined;
  device?: string | undefined;
  /** Besides the password, or instead of it. */
  proof?: SessionProof | undefined;
};

/**
 * Begins a session for the holder of the account’s credentials and returns its token; null when they are wrong.
 *
 * @throws Refusal forbidden where the owners have switched that off
 */
export async function signIn(
  ctx: ServiceContext,
  account: string,
  authToken: string,
  device?: string,
): Promise<string | null> {
  const caller = await findCaller(ctx, account, authToken);
  if (caller === null) return null;
  await requireTokenSignIn(ctx, caller.account);
  return ctx.database.write((tx) => createSession(ctx, tx, { account: caller.account, device }));
}

/** Begins a session by a link's token; null when the link is unknown, used or too old. */
export function signInByLink(
  ctx: ServiceContext,
  linkToken: string,
  device?: string,
): Promise<string | null> {
  return ctx.database.write(async (tx) => {
    const account = await redeemSignInLink(tx, hashToken(linkToken), ctx.clock.now());
    return account === undefined ? null : createSession(ctx, tx, { account, device });
  });
}

/** `isRenewed`: the expiry was moved, so the cookie must be set again. */
export type Session = { caller: Caller; isRenewed: boolean };

/** The session of a token; null when there is none or it is over. Use renews it, at most once a day. */
export async function resumeSession(ctx: ServiceContext, token: string): Promise<Session | null> {
  const [hash, now] = [hashToken(token), ctx.clock.now()];
  const row = await findSession(ctx.database.read, hash, now);
  const caller = row === undefined ? null : callerOfSession(row, now);
  if (row === undefined || caller === null) return null;
  const expiresAt = Math.min(now + sessionLifetimeMs, row.created_at + maxSessionMs);
  const isRenewed = row.expires_at < expiresAt - dayMs;
  const isSeen = (row.seen_at ?? 0) <= now - hourMs;
  if (isRenewed || isSeen) {
    await ctx.database.write(async (tx) => {
      await updateSession(tx, hash, {
        seen_at: now,
        ...(isRenewed && { expires_at: expiresAt }),
      });
      const accounts = row.memberships.map(({ account }) => account);
      if (row.person !== null) await noteSeen(tx, row.person.sid, accounts, now);
    });
  }
  return { caller, isRenewed };
}

/** Null for a person who is not, or no longer, a member of the account. Of two roles the more powerful one counts. */
function callerOfSession(
  { account, user, person, memberships, created_at, confirmed_at, proof, lacks_second_factor }: ActiveSession,
  now: number,
): Caller | null {
  if (person === null) return { account, user, role: 'owner', isSession: true };
  const [role] = memberships.map((each) => each.role).sort(byPower);
  if (role === undefined) return null;
  const isUnconfirmed = (confirmed_at ?? created_at) <= now - confirmationMs;
  return {
    ...{ account, user: person.sid, role, isSession: true, person },
    ...(isUnconfirmed && { isUnconfirmed }),
    ...(proof === null && { isByPassword: true }),
    ...(lacks_second_factor && { lacksSecondFactor: true }),
  };
}

const byPower = (one: Role, other: Role) => roles.indexOf(other) - roles.indexOf(one);

/** Notes that the person of a session has proven who they are. */
export async function confirmSession(ctx: ServiceContext, token: string): Promise<void> {
  await ctx.database.write((tx) => updateSession(tx, hashToken(token), { confirmed_at: ctx.clock.now() }));
}

export async function signOut(ctx: ServiceContext, token: string): Promise<void> {
  await ctx.database.write(async (tx) => {
    const ended = await deleteSession(tx, hashToken(token));
    if (ended !== undefined) noteActor(ended.account, ended.person);
  });
}

/** Returns the token of a new session. Expired sessions and links are deleted whenever one is created. */
export async function createSession(
  ctx: ServiceContext,
  tx: Queries,
  { account, person, device, proof }: NewSession,
): Promise<string> {
  const [token, now] = [ctx.ids.token(), ctx.clock.now()];
  await deleteExpiredSessions(tx, now);
  await deleteExpiredSignInLinks(tx, now);
  noteActor(account, person ?? null);
  await insertSession(tx, {
    token_hash: hashToken(token),
    account,
    person: person ?? null,
    device: device?.slice(0, maxDeviceLength) ?? '',
    created_at: now,
    expires_at: now + sessionLifetimeMs,
    seen_at: now,
    confirmed_at: null,
    proof: proof ?? null,
  });
  if (person !== undefined) await noteSeen(tx, person, [account], now);
  return token;
}
