/** API keys of accounts: pairs of a SID (SK…) and a secret that sign in with a role. */

import { isAllowed, mayGive, type Permission, permissionNames, type Role } from '#api/people/roles.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { AccountKeyRow } from '../platform/database/schema/tables.ts';
import { notFound, Refusal, unauthenticated } from '../platform/errors.ts';
import { dateTimeOrNull } from '../platform/http/date-time.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { hashToken, matchesTokenHash } from '../platform/token-hash.ts';
import {
  type ActiveKey,
  countKeys,
  deleteKey,
  findKey,
  insertKey,
  type KeyOwner,
  type ListedKey,
  listKeys,
  touchKey,
} from './key-store.ts';
import { lockAccount } from './store.ts';

/** Of an account, and of a member in it. */
const maxKeys = 100;

/** Precision of `last_used_at`, so that a busy key does not cause a write for each request. */
const lastUsedPrecisionMs = 60_000;

const defaultName = 'API key';

/** What is left out of a new key has its default: the role of the caller, all that it may, and no end. */
export type NewKey = {
  name: string;
  role?: Role | undefined;
  approvesPublishing?: boolean | undefined;
  scopes?: readonly Permission[] | undefined;
  days?: number | undefined;
};

const dayMs = 86_400_000;

export function isExpired({ expires_at }: Pick<AccountKeyRow, 'expires_at'>, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}

/**
 * Creates a key of the account. Its secret is returned here only; the database has the hash.
 *
 * @throws Refusal forbidden for a caller that is a key itself, for a role above the caller's, or when there are 100 keys
 */
export function createAccountKey(
  ctx: ServiceContext,
  caller: Caller,
  { name = defaultName, ...key }: Partial<NewKey> = {},
): Promise<{ row: AccountKeyRow; secret: string }> {
  return createKey(ctx, caller, { ...key, name }, { account: caller.account, personal: 0 });
}

/** @throws Refusal as `createAccountKey`; bad-request for a scope that the role does not have */
export async function createKey(
  ctx: ServiceContext,
  caller: Caller,
  { name, role = caller.role, approvesPublishing = false, scopes = [], days }: NewKey,
  owner: KeyOwner,
): Promise<{ row: AccountKeyRow; secret: string }> {
  refuseKey(caller);
  if (!mayGive(caller.role, role)) {
    throw new Refusal('forbidden', `Role: the role ${caller.role} cannot give the role ${role}`, {
      field: 'Role',
    });
  }
  const lacking = scopes.find((each) => !isAllowed(role, each));
  if (lacking !== undefined) {
    throw new Refusal('bad-request', `Scopes: the role ${role} does not have the permission ${lacking}`, {
      field: 'Scopes',
    });
  }
  const secret = ctx.ids.token();
  const chosen = permissionNames.filter((each) => scopes.includes(each));
  const row: AccountKeyRow = {
    sid: ctx.ids.sid('SK'),
    account: caller.account,
    name,
    secret_hash: hashToken(secret),
    created_at: ctx.clock.now(),
    approves_publishing: approvesPublishing ? 1 : 0,
    role,
    made_by: caller.person?.sid ?? null,
    personal: owner.personal,
    scopes: chosen.length === 0 ? null : JSON.stringify(chosen),
    expires_at: days === undefined ? null : ctx.clock.now() + days * dayMs,
    last_used_at: null,
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    if ((await countKeys(tx, owner)) >= maxKeys) {
      const [who, what] =
        owner.personal === 1 ? ['You have', 'tokens here'] : ['The account has', 'API keys'];
      throw new Refusal('forbidden', `${who} ${maxKeys} ${what}, and may have no more`);
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
): Promise<KeysetPage<ListedKey>> {
  return listKeys(ctx.database.read, { account, personal: 0 }, request);
}

/** Revokes a key. @throws Refusal not-found; forbidden for a caller that is a key itself */
export async function deleteAccountKey(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  refuseKey(caller);
  const owner = { account: caller.account, personal: 0 } as const;
  const isGone = await ctx.database.write(async (tx) => (await deleteKey(tx, owner, sid)) !== undefined);
  if (!isGone) throw notFound();
}

/** SID and secret of a header `Bearer SK….secret`, for clients that have one text for their credentials. */
export function bearerKey(authorization: string): [sid: string, secret: string] | undefined {
  const [, sid, secret] = /^bearer +(SK[0-9a-f]{32})\.([\w-]+) *$/i.exec(authorization) ?? [];
  return sid === undefined || secret === undefined ? undefined : [sid, secret];
}

/**
 * The caller with that key; null when it is wrong or revoked, or the account is closed.
 *
 * @throws Refusal unauthenticated for a right one that has expired
 */
export async function findCallerByKey(
  ctx: ServiceContext,
  sid: string,
  secret: string,
): Promise<Caller | null> {
  const row = await findKey(ctx.database.read, sid);
  // Compared in any case: the response time must not reveal whether the key exists.
  const isMatch = matchesTokenHash(row?.secret_hash ?? unknownHash, secret);
  if (row === undefined || !isMatch) return null;
  const now = ctx.clock.now();
  if (isExpired(row, now)) {
    const [kind, at] = [row.personal === 1 ? 'personal token' : 'API key', dateTimeOrNull(row.expires_at)];
    throw unauthenticated(`This ${kind} expired at ${at}: create another one`);
  }
  const caller = callerOfKey(row);
  const before = now - lastUsedPrecisionMs;
  if (caller !== null && (row.last_used_at === null || row.last_used_at <= before)) {
    await ctx.database.write((tx) => touchKey(tx, sid, { now, before }));
  }
  return caller;
}

/** Null where who made it is no member any more: a key never outlives the membership, and never has more than they have now. */
export function callerOfKey(row: ActiveKey): Caller | null {
  const { account, user, sid, name, person, made_by, rolesOfMaker } = row;
  const key = { sid, name, approvesPublishing: row.approves_publishing === 1 };
  if (made_by === null) return { account, user, role: row.role, key };
  const most = rolesOfMaker.reduce<Role | undefined>(
    (one, other) => (one !== undefined && mayGive(one, other) ? one : other),
    undefined,
  );
  if (most === undefined) return null;
  const scopes = row.scopes === null ? permissionNames : (JSON.parse(row.scopes) as Permission[]);
  return {
    ...{ account, user, role: mayGive(row.role, most) ? most : row.role },
    // A role above another one need not have all that the other has: what counts is in both.
    permissions: new Set(scopes.filter((each) => isAllowed(row.role, each) && isAllowed(most, each))),
    ...(row.personal === 1 && person !== null
      ? { user: person.sid, person, key: { ...key, isPersonal: true } }
      : { key }),
  };
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
      'An API key cannot change credentials or members: use the auth token of the account, or the page',
    );
  }
}
