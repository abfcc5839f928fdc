/** The verbs of API keys: made, listed, renamed, given other scopes, revoked. */

import { hash } from 'node:crypto';
import { keyLength, mostKeys, type NewKey } from '#api/email/keys.ts';
import {
  fullAccessScopes,
  isBillingScope,
  isRequestableScope,
  type Scope,
  scopes,
} from '#api/email/scopes.ts';
import type { EmailKeyRow } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import type { EmailCaller } from '../access/caller.ts';
import { forbidden, scopesToGive } from '../access/service.ts';
import { lockAccount } from '../access/store/accounts.ts';
import { type Fault, faulty, unfit } from '../validation/field-error.ts';
import * as rows from './store.ts';

export type { EmailKeyRow };

/**
 * Makes a key. Its text is known here for the last time.
 *
 * @throws Refusal when a scope cannot be given, or when there are 100 keys
 */
export async function createKey(
  ctx: ServiceContext,
  caller: EmailCaller,
  { name, scopes: wanted }: NewKey,
): Promise<{ row: EmailKeyRow; key: string }> {
  const given = wanted === undefined ? giveFullAccess(caller) : checkScopes(caller, wanted);
  const { id, key } = drawKey(ctx);
  const row: EmailKeyRow = {
    id,
    account: caller.account,
    region: caller.region,
    name: checkName(name),
    scopes: given === null ? null : JSON.stringify(given),
    key_hash: hashToken(key),
    configured: 0,
    created_at: ctx.clock.now(),
    last_used_at: null,
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    if ((await rows.countKeys(tx, caller)) >= mostKeys)
      throw forbidden(`the maximum of ${mostKeys} API keys is reached`);
    await rows.insertKey(tx, row);
  });
  return { row, key };
}

/** Oldest first. */
export function listKeys(
  ctx: ServiceContext,
  caller: EmailCaller,
  limit: number = mostKeys,
): Promise<EmailKeyRow[]> {
  return rows.listKeys(ctx.database.read, caller, limit);
}

/** @throws Refusal when there is no such key */
export async function fetchKey(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<EmailKeyRow> {
  return found(await rows.findKey(ctx.database.read, caller, id));
}

/** @throws Refusal when there is no such key */
export async function renameKey(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  name: string,
): Promise<EmailKeyRow> {
  const change = { name: checkName(name) };
  return found(await ctx.database.write((tx) => rows.changeKey(tx, caller, id, change)));
}

/**
 * Replaces name and scopes.
 *
 * @throws Refusal when there is no such key, or a scope cannot be given, or there is none
 */
export async function replaceKey(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  wanted: { name: string; scopes?: string[] },
): Promise<EmailKeyRow> {
  const name = checkName(wanted.name);
  const change = { name, scopes: JSON.stringify(checkScopes(caller, wanted.scopes ?? [])) };
  return found(await ctx.database.write((tx) => rows.changeKey(tx, caller, id, change)));
}

/** Revokes a key. @throws Refusal when there is no such key */
export async function deleteKey(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  const gone = await ctx.database.write((tx) => rows.deleteKey(tx, caller, id));
  if (!gone) throw notFound();
}

/** The scopes of a key, in the order in which all are listed. */
export function scopesOf({ scopes: stored }: Pick<EmailKeyRow, 'scopes'>): readonly Scope[] {
  return stored === null ? fullAccessScopes : (JSON.parse(stored) as Scope[]);
}

/** Sees to it that the key of the settings opens the account, with Full Access, and that earlier ones do not. */
export async function ensureConfiguredKey(ctx: ServiceContext, account: string): Promise<void> {
  const key = ctx.config.apiKey;
  if (key === null) return ctx.database.write((tx) => rows.deleteConfiguredKeys(tx));
  const row: EmailKeyRow = {
    id: idOf(key),
    account,
    region: 'global',
    name: 'PATCHBAY_API_KEY',
    scopes: null,
    key_hash: hashToken(key),
    configured: 1,
    created_at: ctx.clock.now(),
    last_used_at: null,
  };
  await ctx.database.write((tx) => rows.putConfiguredKey(tx, row));
}

const prefix = 'SG.';
const idLetters = 22;

/** A key is `SG.`, its id, a dot, and 256 bits of chance. */
function drawKey(ctx: ServiceContext): { id: string; key: string } {
  const id = Buffer.from(ctx.ids.token(), 'hex').toString('base64url');
  const secret = Buffer.from(ctx.ids.token() + ctx.ids.token(), 'hex').toString('base64url');
  const key = `${prefix}${id}.${secret}`;
  if (key.length !== keyLength) throw new Error(`A key has ${key.length} letters.`);
  return { id, key };
}

/** The id that a key names, or one that follows from it where it has a form of its own. */
function idOf(key: string): string {
  const [, named] = /^SG\.([\w-]{4,40})\.[\w-]+$/.exec(key) ?? [];
  return named ?? hash('sha256', key, 'base64url').slice(0, idLetters);
}

function checkName(name: string): string {
  if (name.trim() === '') throw unfit('name', 'name is required', 'Give the key a name.');
  return name.trim();
}

/** Null stands for Full Access. Who has less gives as much as it has. */
function giveFullAccess(caller: EmailCaller): Scope[] | null {
  const given = scopesToGive(caller);
  if (fullAccessScopes.every((each) => given.has(each))) return null;
  throw forbidden();
}

/**
 * Each scope once, in the order in which all are listed.
 *
 * @throws Refusal naming what is wrong with `scopes`: forbidden for one that the caller does not have
 */
function checkScopes(caller: EmailCaller, wanted: readonly string[]): Scope[] {
  const [first, ...others] = [...new Set(wanted)]
    .filter((name) => !isRequestableScope(name))
    .map(notRequestable);
  if (first !== undefined) throw faulty([first, ...others]);
  const asked = new Set<string>(wanted);
  const chosen = scopes.filter((scope) => asked.has(scope));
  if (chosen.length === 0) {
    throw unfit('scopes', 'at least one scope is required', 'GET /v3/scopes lists those that can be given.');
  }
  if (chosen.some(isBillingScope) && !chosen.every(isBillingScope)) {
    throw unfit(
      'scopes',
      'billing scopes cannot stand with others in one key',
      'Make a key of its own for billing.',
    );
  }
  const given = scopesToGive(caller);
  if (!chosen.every((scope) => given.has(scope))) throw forbidden();
  return chosen;
}

function notRequestable(name: string): Fault {
  const known = (scopes as readonly string[]).includes(name);
  const shown = JSON.stringify(name.slice(0, 100));
  return {
    field: 'scopes',
    message: known ? `the scope ${shown} is set by the service` : `there is no scope ${shown}`,
    help: 'GET /v3/scopes lists those that can be given.',
  };
}

function found(row: EmailKeyRow | undefined): EmailKeyRow {
  if (row === undefined) throw notFound();
  return row;
}
