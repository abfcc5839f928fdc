/** Service functions of accounts and subaccounts: create, authenticate, rename, close, rotate tokens, sign-in links. */

import { accountStatusKind } from '#api/email/event-webhooks.ts';
import { regions } from '#api/email/regions.ts';
import { type NewEvent, recordEvents } from '../email/events/service/record.ts';
import { revokeEmailKeys } from '../email/keys/service.ts';
import type { Queries } from '../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../platform/database/keyset-pagination.ts';
import type { AccountRow } from '../platform/database/schema/tables.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import type { Caller, ServiceContext } from '../platform/service-context.ts';
import { hashToken, matchesTokenHash } from '../platform/token-hash.ts';
import { refuseKey } from './key-service.ts';
import { deleteKeysOf } from './key-store.ts';
import { rotateSession } from './session-rotation.ts';
import {
  countSubaccounts,
  endSessions,
  findAccount,
  findConfiguredToken,
  findFirstAccount,
  findOpenAccounts,
  insertSignInLink,
  insertSubaccount,
  isClosed,
  listAccounts as listRows,
  lockAccount,
  lockFirstAccount,
  updateAccountRow,
  upsertAccount,
  upsertConfiguredToken,
} from './store.ts';

export type { AccountRow };

/** What an automation signs in with. The token is known here for the last time. */
export type Credentials = { account_sid: string; auth_token: string };

/** An account with the token that it has just been given. */
export type IssuedToken = { row: AccountRow; token: string };

/** Creates an account. */
export async function addAccount(ctx: ServiceContext, name: string): Promise<Credentials> {
  const { row, token } = buildAccount(ctx, name);
  await ctx.database.write((tx) => upsertAccount(tx, row));
  return { account_sid: row.sid, auth_token: token };
}

/**
 * Ensures that there is an account to sign in to: the configured one, otherwise the first one,
 * otherwise a new one, whose credentials are then returned as `created`. Processes that start at the same
 * time on an empty database create one between them.
 */
export function ensureAccount(
  ctx: ServiceContext,
): Promise<{ account: string; created: Credentials | null }> {
  return ctx.database.write(async (tx) => {
    await lockFirstAccount(tx, ctx.database);
    const configured = ctx.config.account;
    if (configured !== null) {
      await applyConfiguredAccount(ctx, tx, configured);
      return { account: configured.sid, created: null };
    }
    const firstAccount = await findFirstAccount(tx);
    if (firstAccount !== undefined) return { account: firstAccount.sid, created: null };
    const { row, token } = buildAccount(ctx, defaultAccountName);
    await upsertAccount(tx, row);
    return { account: row.sid, created: { account_sid: row.sid, auth_token: token } };
  });
}

const defaultAccountName = 'My account';

/** A token that was rotated stays until the settings name another one than they did before. */
async function applyConfiguredAccount(
  ctx: ServiceContext,
  tx: Queries,
  wanted: { sid: string; token: string },
): Promise<void> {
  const hash = hashToken(wanted.token);
  if ((await findConfiguredToken(tx, wanted.sid)) === hash) return;
  const { row } = buildAccount(ctx, defaultAccountName);
  await upsertAccount(tx, { ...row, sid: wanted.sid, token_hash: hash });
  await upsertConfiguredToken(tx, wanted.sid, hash);
}

function buildAccount(
  ctx: ServiceContext,
  name: string,
  parentage: Pick<AccountRow, 'parent' | 'username'> = { parent: null, username: null },
): IssuedToken {
  const token = ctx.ids.token();
  const row = {
    sid: ctx.ids.sid('AC'),
    name,
    user: ctx.ids.sid('US'),
    token_hash: hashToken(token),
    created_at: ctx.clock.now(),
    closed_at: null,
    ...parentage,
  };
  return { row, token };
}

/** The caller with these credentials; null when they are wrong or the account is closed. */
export async function findCaller(
  ctx: ServiceContext,
  account: string,
  token: string,
): Promise<Caller | null> {
  const row = await findAccount(ctx.database.read, account);
  // Compared in any case: the response time must not reveal whether the account exists.
  const isMatch = matchesTokenHash(row?.token_hash ?? unknownTokenHash, token);
  return row !== undefined && isMatch && row.closed_at === null
    ? { account: row.sid, user: row.user, role: 'owner' }
    : null;
}

const unknownTokenHash = hashToken('');

/** The name that a person gave the account. */
export async function fetchAccountName(ctx: ServiceContext, account: string): Promise<string> {
  const row = await findAccount(ctx.database.read, account);
  if (row === undefined) throw notFound();
  return row.name;
}

/** Creates the token of a link that signs in once within `lifetimeMs` milliseconds. */
export async function createSignInLink(
  ctx: ServiceContext,
  account: string,
  lifetimeMs: number,
): Promise<string> {
  const token = ctx.ids.token();
  const row = {
    token_hash: hashToken(token),
    account,
    expires_at: ctx.clock.now() + lifetimeMs,
    used_at: null,
  };
  await ctx.database.write((tx) => insertSignInLink(tx, row));
  return token;
}

/** The caller's account and those below it, newest first; positions are SIDs. */
export function listAccounts(
  ctx: ServiceContext,
  { account }: Caller,
  closed: boolean | undefined,
  request: KeysetPageRequest,
): Promise<KeysetPage<AccountRow>> {
  return listRows(ctx.database.read, { account, closed }, request);
}

/** @throws Refusal not-found for what is neither the caller's account nor below it */
export function fetchAccount(ctx: ServiceContext, caller: Caller, sid: string): Promise<AccountRow> {
  return requireAccount(ctx.database.read, caller, sid);
}

/**
 * Creates a subaccount of the caller's account.
 *
 * @throws Refusal forbidden when the caller's is itself below another, or has as many as it may; conflict when the username
 *   is taken
 */
export function createSubaccount(
  ctx: ServiceContext,
  caller: Caller,
  { name, username }: { name: string; username: string | null },
): Promise<IssuedToken> {
  return ctx.database.write(async (tx) => {
    const own = await requireAccount(tx, caller, caller.account);
    if (own.parent !== null) throw new Refusal('forbidden', 'A subaccount can have no subaccounts');
    await requireRoomForSubaccount(ctx, tx, own.sid);
    const created = buildAccount(ctx, name, { parent: own.sid, username });
    if (await insertSubaccount(tx, created.row)) return created;
    throw new Refusal('conflict', `Parameter Username: there is a subaccount named ${username}`, {
      field: 'Username',
    });
  });
}

/** Closed subaccounts count, too: nothing deletes them. */
async function requireRoomForSubaccount(ctx: ServiceContext, tx: Queries, parent: string): Promise<void> {
  const limit = ctx.config.subaccountLimit;
  if (limit === 0) return;
  await lockAccount(tx, parent);
  if ((await countSubaccounts(tx, parent)) < limit) return;
  throw new Refusal('forbidden', `The account has ${limit} subaccounts, and may have no more`);
}

export type AccountChange = { name?: string | undefined; closed?: boolean | undefined };

/**
 * Renames an account, closes it or opens it again. Closing ends its sessions.
 *
 * @throws Refusal not-found; bad-request when an account would close itself
 */
export async function updateAccount(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  { name, closed }: AccountChange,
): Promise<AccountRow> {
  const changed = await ctx.database.write(async (tx) => {
    const row = await requireAccount(tx, caller, sid);
    if (closed === true && row.sid === caller.account) {
      throw new Refusal('bad-request', 'An account cannot close itself', { field: 'Status' });
    }
    const closedAt =
      closed === undefined ? row.closed_at : closed ? (row.closed_at ?? ctx.clock.now()) : null;
    const updated = { ...row, name: name ?? row.name, closed_at: closedAt };
    await updateAccountRow(tx, sid, { name: updated.name, closed_at: updated.closed_at });
    if (closed === true) await endSessions(tx, sid);
    if ((updated.closed_at === null) !== (row.closed_at === null)) await recordStatusEvent(ctx, tx, updated);
    return updated;
  });
  ctx.wake('events');
  openAccounts.get(ctx)?.delete(sid);
  return changed;
}

/** Records an event for the account's own event webhooks, in both regions. */
async function recordStatusEvent(
  ctx: ServiceContext,
  tx: Queries,
  { sid, closed_at }: AccountRow,
): Promise<void> {
  const now = ctx.clock.now();
  const type = closed_at === null ? 'active' : 'closed';
  const event: NewEvent = {
    cause: `${sid}.${type}.${now}`,
    kind: accountStatusKind,
    message: null,
    fields: { account_id: sid, type },
  };
  for (const region of regions) await recordEvents(tx, { account: sid, region, now }, [event]);
}

/**
 * Gives an account another token. The one before is refused from now on; sessions end and API keys are revoked as `revoked`
 * says, but for that of the page by which it is asked: it gets another token, `session`. Keys of the settings stay, as they
 * would come back at the next start.
 *
 * @throws Refusal not-found; forbidden for a caller that is an API key
 */
export async function rotateToken(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  revoked: { sessions: boolean; keys: boolean } = { sessions: true, keys: false },
  sessionToken?: string | undefined,
): Promise<IssuedToken & { session: string | null }> {
  refuseKey(caller);
  return ctx.database.write(async (tx) => {
    const row = await requireAccount(tx, caller, sid);
    const token = ctx.ids.token();
    await updateAccountRow(tx, sid, { token_hash: hashToken(token) });
    const own = sid === caller.account && revoked.sessions ? sessionToken : undefined;
    if (revoked.sessions) await endSessions(tx, sid, own === undefined ? null : hashToken(own));
    if (revoked.keys) {
      await deleteKeysOf(tx, sid);
      await revokeEmailKeys(tx, sid);
    }
    const session = own === undefined ? null : await rotateSession(ctx, tx, own);
    return { row, token, session };
  });
}

async function requireAccount(db: Queries, { account }: Caller, sid: string): Promise<AccountRow> {
  const row = await findAccount(db, sid);
  if (row === undefined || (row.sid !== account && row.parent !== account)) throw notFound();
  return row;
}

/** Until when an account that was found open counts as such without another look. */
const openAccounts = new WeakMap<ServiceContext, Map<string, number>>();
const openAccountTtlMs = 1000;

/**
 * An account that another process closes may count as open for one more second: every webhook asks this.
 *
 * @throws Refusal not-found when the account was closed, or does not exist
 */
export async function requireOpenAccount(ctx: ServiceContext, account: string): Promise<void> {
  const now = ctx.clock.now();
  const cached = openAccounts.get(ctx) ?? new Map<string, number>();
  if ((cached.get(account) ?? 0) > now) return;
  if (await isClosed(ctx.database.read, account)) throw notFound();
  openAccounts.set(ctx, cached.set(account, now + openAccountTtlMs));
}

/** The account of the installation: the one of the settings, else the first. Undefined before the first start. */
export async function installationAccount(ctx: ServiceContext): Promise<string | undefined> {
  return ctx.config.account?.sid ?? (await findFirstAccount(ctx.database.read))?.sid;
}

/** Those of the accounts that are not closed. */
export async function notClosed(ctx: ServiceContext, sids: readonly string[]): Promise<Set<string>> {
  return new Set(sids.length === 0 ? [] : await findOpenAccounts(ctx.database.read, sids));
}
