/** Authentication and authorization of the email API: API keys, scopes, and acting on behalf of subaccounts. */

import { errorMessages } from '#api/email/error.ts';
import type { Region } from '#api/email/regions.ts';
import {
  fullAccessScopes,
  isBillingScope,
  isRequestableScope,
  type Scope,
  scopes,
} from '#api/email/scopes.ts';
import type { Permission } from '#api/people/roles.ts';
import { isSid } from '#api/sid.ts';
import { findParentAccount } from '../../accounts/parent-service.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import type { EmailCaller } from './caller.ts';
import { findKeyByHash, findSubaccount, touchKey } from './store.ts';

/** Precision of `last_used_at`, so that a busy key does not cause a write for each request. */
const lastUsedPrecisionMs = 60_000;

/** The caller that the key authenticates; null when there is no such key in the region. */
export async function authenticateKey(
  ctx: ServiceContext,
  key: string,
  region: Region,
): Promise<EmailCaller | null> {
  // Keys are random and looked up by their hash, so the timing of the lookup leaks nothing.
  const row = await findKeyByHash(ctx.database.read, hashToken(key), region);
  if (row === undefined) return null;
  const now = ctx.clock.now();
  if (row.last_used_at === null || row.last_used_at <= now - lastUsedPrecisionMs) {
    await ctx.database.write((tx) => touchKey(tx, row.id, now, now - lastUsedPrecisionMs + 1));
  }
  return {
    account: row.account,
    user: row.user,
    // What an email key may do is said by its scopes.
    role: 'owner',
    emailKey: { id: row.id, name: row.name },
    region,
    access: row.scopes === null ? 'full' : new Set(JSON.parse(row.scopes) as Scope[]),
  };
}

/** The owner of an account, with every scope. */
export function ownerCaller(region: Region, caller: Caller): EmailCaller {
  return { ...caller, region, access: 'owner' };
}

/**
 * The caller acting for the account that the header `on-behalf-of` names: a subuser by its name, or a customer account as
 * `account-id AC…`. A subaccount cannot act for another account.
 *
 * @throws Refusal forbidden
 */
export async function callerOnBehalfOf(
  ctx: ServiceContext,
  caller: EmailCaller,
  onBehalfOf: string,
): Promise<EmailCaller> {
  const { read } = ctx.database;
  const [, sid] = /^account-id +(\S+)$/i.exec(onBehalfOf.trim()) ?? [];
  if (sid === caller.account) return caller;
  if (sid !== undefined && !isSid('AC', sid)) throw forbidden();
  if ((await findParentAccount(ctx, read, caller.account)) !== null) throw forbidden();
  const subaccount = await findSubaccount(
    read,
    caller.account,
    sid === undefined ? { username: onBehalfOf.trim() } : { sid },
  );
  if (subaccount === undefined) throw forbidden();
  return { ...caller, account: subaccount.sid, user: subaccount.user };
}

/** What who makes or changes a webhook must be allowed to see: events and emails are posted to it in clear. */
export const permissionsToPost = ['email.read', 'contacts.unmasked'] as const satisfies Permission[];

/** @throws Refusal forbidden when the caller lacks the scope */
export function requireScope(caller: EmailCaller, scope: Scope | null): void {
  if (scope !== null && !effectiveScopes(caller).has(scope)) throw forbidden();
}

/** The scopes that the caller has. */
export function effectiveScopes({ access }: EmailCaller): ReadonlySet<Scope> {
  if (access === 'owner') return requestableScopes;
  return access === 'full' ? fullAccess : access;
}

/**
 * The scopes that the caller may grant to a key: its own, but of billing and the validation of addresses none, unless it is
 * the owner of the account or a Billing Access key.
 */
export function grantableScopes(caller: EmailCaller): ReadonlySet<Scope> {
  const held = effectiveScopes(caller);
  if (caller.access === 'owner' || [...held].every(isBillingScope)) return held;
  return new Set([...held].filter((scope) => fullAccess.has(scope)));
}

const requestableScopes: ReadonlySet<Scope> = new Set(scopes.filter(isRequestableScope));
const fullAccess: ReadonlySet<Scope> = new Set(fullAccessScopes);

export function forbidden(message: string = errorMessages.forbidden): Refusal {
  return new Refusal('forbidden', message);
}
