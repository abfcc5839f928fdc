/** Accounts: made, found by their credentials, and signed in to by a link. */

import { findAccount, findFirstAccount, insertSignInLink, putAccount } from '../store/accounts.ts';
import type { AccountRow } from '../store/tables.ts';
import type { Caller, Host } from './host.ts';
import { notFound } from './refusal.ts';
import { hashToken, isTokenOf } from './token.ts';

/** What an automation signs in with. The token is known here for the last time. */
export type Credentials = { account_sid: string; auth_token: string };

/** Makes a further account. */
export async function addAccount(host: Host, name: string): Promise<Credentials> {
  const credentials = { account_sid: host.ids.sid('AC'), auth_token: host.ids.token() };
  await storeAccount(host, name, credentials);
  return credentials;
}

/**
 * Sees to it that there is an account to sign in to: the one of the settings, otherwise the first one,
 * otherwise a new one, whose credentials are then given back as `made`.
 */
export async function ensureAccount(host: Host): Promise<{ account: string; made: Credentials | null }> {
  const wanted = host.config.account;
  if (wanted !== null) {
    const known = await findAccount(host.database.read, wanted.sid);
    if (known === undefined || !isTokenOf(known.token_hash, wanted.token)) {
      await storeAccount(host, firstName, { account_sid: wanted.sid, auth_token: wanted.token });
    }
    return { account: wanted.sid, made: null };
  }
  const first = await findFirstAccount(host.database.read);
  if (first !== undefined) return { account: first.sid, made: null };
  const made = await addAccount(host, firstName);
  return { account: made.account_sid, made };
}

const firstName = 'My account';

async function storeAccount(host: Host, name: string, credentials: Credentials): Promise<void> {
  const row: AccountRow = {
    sid: credentials.account_sid,
    name,
    user: host.ids.sid('US'),
    token_hash: hashToken(credentials.auth_token),
    created_at: host.clock.now(),
    parent: null,
    username: null,
    closed_at: null,
  };
  await host.database.write((tx) => putAccount(tx, row));
}

/** Who has these credentials; null when nobody has. */
export async function findCaller(host: Host, account: string, token: string): Promise<Caller | null> {
  const row = await findAccount(host.database.read, account);
  // The comparison is made in any case, so that the time does not tell whether the account exists.
  const right = isTokenOf(row?.token_hash ?? nobody, token);
  return row !== undefined && right && row.closed_at === null ? { account: row.sid, user: row.user } : null;
}

const nobody = hashToken('');

/** The name that a person gave the account. */
export async function nameOfAccount(host: Host, account: string): Promise<string> {
  const row = await findAccount(host.database.read, account);
  if (row === undefined) throw notFound();
  return row.name;
}

/** Makes a link's token, good for one sign-in to the account within `lifetimeMs`. */
export async function makeSignInLink(host: Host, account: string, lifetimeMs: number): Promise<string> {
  const token = host.ids.token();
  const row = {
    token_hash: hashToken(token),
    account,
    expires_at: host.clock.now() + lifetimeMs,
    used_at: null,
  };
  await host.database.write((tx) => insertSignInLink(tx, row));
  return token;
}
