/** API keys of accounts: pairs of a SID (SK…) and a secret that sign in with a role. */

import { mayGive, type Role } from '#api/people/roles.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { AccountKeyRow } from '../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { hashToken, matchesTokenHash } from '../platform/token-hash.ts';
import { countKeys, deleteKey, findKey, insertKey, listKeys as listRows } from './key-store.ts';
import { lockAccount } from './store.ts';

export type { AccountKeyRow };

const maxKeys = 100;

const defaultName = 'API key';

/**
 * Creates a key. Its secret is returned here only; the database has the hash.
 *
 * @throws Refusal forbidden for a caller that is a key itself, for a role above the caller's, or when there are 100 keys
 */
export async function createAccountKey(
  ctx: ServiceContext,
  caller: Caller,
  {
    name = defaultName,
    approvesPublishing = false,
    role = caller.role,
  }: { name?: string; approvesPublishing?: boolean; role?: Role } = {},
): Promise<{ row: AccountKeyRow; secret: string }> {
  refuseKey(caller);
  if (!mayGive(caller.role, role)) {
    throw new Refusal('forbidden', `Role: the role ${caller.role} cannot give the role ${role}`, {
      field: 'Role',
    });
  }
  const secret = ctx.ids.token();
  const row: AccountKeyRow = {
    sid: ctx.ids.sid('SK'),
    account: caller.account,
    name,
    secret_hash: hashToken(secret),
    created_at: ctx.clock.now(),
    approves_publishing: approvesPublishing ? 1 : 0,
    role,
    made_by: caller.person?.sid ?? null,
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    if ((await countKeys(tx, caller.account)) >= maxKeys) {
      throw new Refusal('forbidden', `The account has ${maxKeys} API keys, and may have no more`);
    }
    await insertKey(tx, row);
  });
  return { row, secret };
}

/** Newest first; positions are SIDs. */
export function listAccountKeys(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<AccountKeyRow>> {
  return listRows(ctx.database.read, account, request);
}

/** Revokes a key. @throws Refusal not-found; forbidden for a caller that is a key itself */
export async function deleteAccountKey(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  refuseKey(caller);
  if (!(await ctx.database.write((tx) => deleteKey(tx, caller.account, sid)))) throw notFound();
}

/** The caller with that key; null when it is wrong or revoked, or the account is closed. */
export async function findCallerByKey(
  ctx: ServiceContext,
  sid: string,
  secret: string,
): Promise<Caller | null> {
  const row = await findKey(ctx.database.read, sid);
  // Compared in any case: the response time must not reveal whether the key exists.
  const isMatch = matchesTokenHash(row?.secret_hash ?? unknownHash, secret);
  if (row === undefined || !isMatch) return null;
  const { account, user, name, approves_publishing, made_by, role_of_maker } = row;
  // A key never outlives the membership of who made it, and never has more than they have now.
  if (made_by !== null && role_of_maker === null) return null;
  const role = role_of_maker !== null && mayGive(row.role, role_of_maker) ? role_of_maker : row.role;
  return { account, user, role, key: { sid, name, approvesPublishing: approves_publishing === 1 } };
}

const unknownHash = hashToken('');

/**
 * A key changes no credentials: who found one could otherwise stay after it is revoked.
 *
 * @throws Refusal forbidden for a caller that is an API key
 */
export function refuseKey({ key }: Caller): void {
  if (key !== undefined) {
    throw new Refusal(
      'forbidden',
      'An API key cannot change credentials: or members: use the auth token of the account, or the page',
    );
  }
}
