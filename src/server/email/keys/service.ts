/** API keys: create, list, rename, replace scopes, revoke. */

import { hash } from 'node:crypto';
import { keyLength, maxKeys, type NewKey } from '#api/email/keys.ts';
import {
  fullAccessScopes,
  isBillingScope,
  isRequestableScope,
  type Scope,
  scopes,
} from '#api/email/scopes.ts';
import { refuseKey } from '../../accounts/key-service.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { EmailKeyRow } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import type { EmailCaller } from '../access/caller.ts';
import { effectiveScopes, forbidden, grantableScopes } from '../access/service.ts';
import { lockAccount } from '../access/store.ts';
import { type FieldError, invalidField, invalidFields } from '../validation/field-error.ts';
import * as rows from './store.ts';

export type { EmailKeyRow };

/**
 * Creates a key. Its text is returned here only; the database has the hash.
 *
 * @throws Refusal when a scope cannot be granted, when there are 100 keys, or for a key of the account, which it would outlive
 */
export async function createKey(
  ctx: ServiceContext,
  caller: EmailCaller,
  { name, scopes: input }: NewKey,
): Promise<{ row: EmailKeyRow; key: string }> {
  refuseKey(caller);
  const given = input === undefined ? requireFullAccess(caller) : parseScopes(caller, input);
  const { id, key } = generateKey(ctx);
  const row: EmailKeyRow = {
    id,
    account: caller.account,
    region: caller.region,
    name: parseName(name),
    scopes: given === null ? null : JSON.stringify(given),
    key_hash: hashToken(key),
    configured: 0,
    created_at: ctx.clock.now(),
    last_used_at: null,
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    if ((await rows.countKeys(tx, caller)) >= maxKeys)
      throw forbidden(`the maximum of ${maxKeys} API keys is reached`);
    await rows.insertKey(tx, row);
  });
  return { row, key };
}

/** Oldest first. */
export function listKeys(
  ctx: ServiceContext,
  caller: EmailCaller,
  limit: number = maxKeys,
): Promise<EmailKeyRow[]> {
  return rows.listKeys(ctx.database.read, caller, limit);
}

/** @throws Refusal when there is no such key */
export async function fetchKey(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<EmailKeyRow> {
  return requireFound(await rows.findKey(ctx.database.read, caller, id));
}

/** @throws Refusal when there is no such key; forbidden when it has a scope that the caller lacks */
export async function renameKey(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  name: string,
): Promise<EmailKeyRow> {
  return changeKey(ctx, caller, id, { name: parseName(name) });
}

/**
 * Replaces name and scopes.
 *
 * @throws Refusal when there is no such key, a scope cannot be granted, or none is given; forbidden when the key has a scope
 *   that the caller lacks
 */
export async function replaceKey(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  input: { name: string; scopes?: string[] },
): Promise<EmailKeyRow> {
  const name = parseName(input.name);
  return changeKey(ctx, caller, id, {
    name,
    scopes: JSON.stringify(parseScopes(caller, input.scopes ?? [])),
  });
}

/** A key that may do more than the caller is not the caller's to change: it would change what a stronger one may do. */
function changeKey(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  change: Partial<Pick<EmailKeyRow, 'name' | 'scopes'>>,
): Promise<EmailKeyRow> {
  refuseKey(caller);
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const key = requireFound(await rows.findKey(tx, caller, id));
    const held = effectiveScopes(caller);
    if (!scopesOf(key).every((scope) => held.has(scope))) throw forbidden();
    return requireFound(await rows.changeKey(tx, caller, id, change));
  });
}

/** Revokes a key. @throws Refusal when there is no such key */
export async function deleteKey(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  refuseKey(caller);
  const gone = await ctx.database.write((tx) => rows.deleteKey(tx, caller, id));
  if (!gone) throw notFound();
}

/** Revokes all keys of an account, except that of the settings. */
export function revokeEmailKeys(tx: Queries, account: string): Promise<void> {
  return rows.deleteKeysOf(tx, account);
}

/** The scopes of a key, in the order in which all are listed. */
export function scopesOf({ scopes: stored }: Pick<EmailKeyRow, 'scopes'>): readonly Scope[] {
  return stored === null ? fullAccessScopes : (JSON.parse(stored) as Scope[]);
}

/** Makes PATCHBAY_API_KEY a Full Access key of the account, and revokes the one that it named before. */
export async function ensureConfiguredKey(ctx: ServiceContext, account: string): Promise<void> {
  const key = ctx.config.apiKey;
  if (key === null) return ctx.database.write((tx) => rows.deleteConfiguredKeys(tx));
  const row: EmailKeyRow = {
    id: keyIdOf(key),
    account,
    region: 'global',
    name: 'PATCHBAY_API_KEY',
    scopes: null,
    key_hash: hashToken(key),
    configured: 1,
    created_at: ctx.clock.now(),
    last_used_at: null,
  };
  await ctx.database.write((tx) => rows.upsertConfiguredKey(tx, row));
}

const prefix = 'SG.';
const keyIdLength = 22;

/** A key is `SG.`, its id, a dot, and 256 random bits. */
function generateKey(ctx: ServiceContext): { id: string; key: string } {
  const id = Buffer.from(ctx.ids.token(), 'hex').toString('base64url');
  const secret = Buffer.from(ctx.ids.token() + ctx.ids.token(), 'hex').toString('base64url');
  const key = `${prefix}${id}.${secret}`;
  if (key.length !== keyLength) throw new Error(`A key has ${key.length} characters.`);
  return { id, key };
}

/** The id inside a key of the documented form, or one derived from its hash. */
function keyIdOf(key: string): string {
  const [, named] = /^SG\.([\w-]{4,40})\.[\w-]+$/.exec(key) ?? [];
  return named ?? hash('sha256', key, 'base64url').slice(0, keyIdLength);
}

const lineBreakOrControl = /[\p{Cc}\p{Zl}\p{Zp}]/u;

function parseName(name: string): string {
  if (name.trim() === '') throw invalidField('name', 'name is required', 'Give the key a name.');
  if (lineBreakOrControl.test(name) || !name.isWellFormed()) {
    throw invalidField('name', 'name must be a single line of valid Unicode', 'Leave out line breaks.');
  }
  return name.trim();
}

/** Null, which stands for Full Access. @throws Refusal forbidden when the caller has less */
function requireFullAccess(caller: EmailCaller): Scope[] | null {
  const given = grantableScopes(caller);
  if (fullAccessScopes.every((each) => given.has(each))) return null;
  throw forbidden();
}

/**
 * Each scope once, in the order in which all are listed.
 *
 * @throws Refusal naming what is wrong with `scopes`; forbidden for a scope that the caller lacks
 */
function parseScopes(caller: EmailCaller, input: readonly string[]): Scope[] {
  const [first, ...others] = [...new Set(input)].filter((name) => !isRequestableScope(name)).map(scopeError);
  if (first !== undefined) throw invalidFields([first, ...others]);
  const asked = new Set<string>(input);
  const chosen = scopes.filter((scope) => asked.has(scope));
  if (chosen.length === 0) {
    throw invalidField(
      'scopes',
      'at least one scope is required',
      'GET /v3/scopes lists those that can be given.',
    );
  }
  if (chosen.some(isBillingScope) && !chosen.every(isBillingScope)) {
    throw invalidField(
      'scopes',
      'billing scopes cannot be combined with others in one key',
      'Create a separate key for billing.',
    );
  }
  const given = grantableScopes(caller);
  if (!chosen.every((scope) => given.has(scope))) throw forbidden();
  return chosen;
}

function scopeError(name: string): FieldError {
  const known = (scopes as readonly string[]).includes(name);
  const shown = JSON.stringify(name.slice(0, 100));
  return {
    field: 'scopes',
    message: known ? `the scope ${shown} is set by the service` : `there is no scope ${shown}`,
    help: 'GET /v3/scopes lists those that can be given.',
  };
}

function requireFound(row: EmailKeyRow | undefined): EmailKeyRow {
  if (row === undefined) throw notFound();
  return row;
}
