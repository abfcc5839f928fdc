/** Service functions of sessions: created by a sign-in link or by credentials, with sliding expiry. */

import type { Queries } from '../platform/database/database.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { hashToken } from '../platform/token-hash.ts';
import { findCaller } from './service.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  renewSession,
} from './session-store.ts';
import { deleteExpiredSignInLinks, redeemSignInLink } from './store.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** How long a session lasts from its last use. */
export const sessionLifetimeMs = 30 * dayMs;

/**
 * Begins a session for the holder of the account's credentials and returns its token; null when they are wrong.
 */
export async function signIn(
  ctx: ServiceContext,
  account: string,
  authToken: string,
): Promise<string | null> {
  const caller = await findCaller(ctx, account, authToken);
  if (caller === null) return null;
  return ctx.database.write((tx) => createSession(ctx, tx, caller.account));
}

/** Begins a session by a link's token; null when the link is unknown, used or too old. */
export function signInByLink(ctx: ServiceContext, linkToken: string): Promise<string | null> {
  return ctx.database.write(async (tx) => {
    const account = await redeemSignInLink(tx, hashToken(linkToken), ctx.clock.now());
    return account === undefined ? null : createSession(ctx, tx, account);
  });
}

/** `isRenewed`: the expiry was moved, so the cookie must be set again. */
export type Session = { caller: Caller; isRenewed: boolean };

/** The session of a token; null when there is none or it has expired. Use renews it, at most once a day. */
export async function resumeSession(ctx: ServiceContext, token: string): Promise<Session | null> {
  const [hash, now] = [hashToken(token), ctx.clock.now()];
  const row = await findSession(ctx.database.read, hash, now);
  if (row === undefined) return null;
  const prolonged = row.expires_at < now + sessionLifetimeMs - dayMs;
  if (prolonged) await ctx.database.write((tx) => renewSession(tx, hash, now + sessionLifetimeMs));
  return { caller: { account: row.account, user: row.user, isSession: true }, isRenewed: prolonged };
}

export async function signOut(ctx: ServiceContext, token: string): Promise<void> {
  await ctx.database.write((tx) => deleteSession(tx, hashToken(token)));
}

/** Expired sessions and links are deleted whenever a session is created. */
async function createSession(ctx: ServiceContext, tx: Queries, account: string): Promise<string> {
  const [token, now] = [ctx.ids.token(), ctx.clock.now()];
  await deleteExpiredSessions(tx, now);
  await deleteExpiredSignInLinks(tx, now);
  await insertSession(tx, {
    token_hash: hashToken(token),
    account,
    created_at: now,
    expires_at: now + sessionLifetimeMs,
  });
  return token;
}
