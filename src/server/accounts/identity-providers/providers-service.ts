/** Service functions of identity providers, of their rules, and of what else people sign in by. */

import type { Role } from '#api/people/roles.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { KeysetPage, KeysetPageRequest } from '../../platform/database/keyset-pagination.ts';
import type {
  IdentityProviderRow,
  SignInRuleRow,
  SignInSettingRow,
} from '../../platform/database/schema/people.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { refuseKey } from '../key-service.ts';
import { applySources, requireOwnersBeside } from '../people/grants-of-sources.ts';
import { requireGivable } from '../people/members-service.ts';
import { listMembersOfGroups, listSourcesOfProvider, removeFromGroup } from '../scim/store.ts';
import { findAccount, lockAccount } from '../store.ts';
import { discover, mayBePlain, type OidcProvider } from './oidc-client.ts';
import {
  deletePeopleOfProvider,
  deleteProvider as deleteProviderRow,
  deleteRule as deleteRuleRow,
  findProvider,
  findRule,
  findSettings,
  hasOwnerWhoSignsIn,
  insertProvider,
  insertRule,
  isTokenSignInOff,
  listActiveProviders,
  listProviders as listProviderRows,
  listRules as listRuleRows,
  updateProvider as updateProviderRow,
  upsertSettings,
} from './store.ts';

export type { IdentityProviderRow, SignInRuleRow };

const maxProviders = 20;
/** Rows that a transaction deletes of what a provider has pushed. */
const peopleAtOnce = 1_000;
const maxRules = 200;
/** Of all accounts: more than fit on a sign-in page. */
const maxShown = 50;
const allRows = { size: maxRules, from: null };

export type ProviderInput = {
  name: string;
  issuer: string;
  clientId: string;
  /** Empty for none. */
  secret: string;
  scopes: string;
  enabled: boolean;
};

const defaultScopes = 'openid profile email';

/**
 * Adds a provider.
 *
 * @throws Refusal forbidden for an account below another, and with 20 providers; bad-request for http to a host that is not named
 */
export async function createProvider(
  ctx: ServiceContext,
  caller: Caller,
  { name, issuer, clientId, secret = '', scopes = defaultScopes, enabled = true }: Optional<ProviderInput>,
): Promise<IdentityProviderRow> {
  refuseKey(caller);
  if (new URL(issuer).protocol === 'http:' && !mayBePlain(ctx.config, issuer)) {
    throw new Refusal(
      'bad-request',
      'Parameter Issuer must be an https URL, unless OUTBOUND_ALLOW names its host',
      {
        field: 'Issuer',
      },
    );
  }
  const row: IdentityProviderRow = {
    sid: ctx.ids.sid('IP'),
    account: caller.account,
    name: name.trim(),
    issuer,
    client_id: clientId.trim(),
    client_secret: encryptSecret(ctx, secret),
    scopes,
    enabled: enabled ? 1 : 0,
    created_at: ctx.clock.now(),
    ...{ scim_token_hash: null, scim_created_at: null, scim_used_at: null },
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    // Its name stands on the sign-in page of all, and the people of an account above are none of its business.
    if ((await findAccount(tx, caller.account))?.parent !== null) {
      throw new Refusal('forbidden', 'Providers belong to the account above this one: add it there');
    }
    const { rows } = await listProviderRows(tx, caller.account, allRows);
    if (rows.length >= maxProviders) {
      throw new Refusal('forbidden', `The account has ${maxProviders} providers, and may have no more`);
    }
    await insertProvider(tx, row);
  });
  return row;
}

type Optional<Input> = { [Name in keyof Input]: Input[Name] | Missing<Name> };
type Missing<Name> = Name extends 'secret' | 'scopes' | 'enabled' ? undefined : never;

const encryptSecret = (ctx: ServiceContext, secret: string) =>
  secret === '' ? null : ctx.secrets.encrypt(secret);

/** Newest first; positions are SIDs. */
export function listProviders(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<IdentityProviderRow>> {
  return listProviderRows(ctx.database.read, account, request);
}

/** By which people can sign in, in the whole installation. */
export function listShownProviders(ctx: ServiceContext): Promise<IdentityProviderRow[]> {
  return listActiveProviders(ctx.database.read, maxShown);
}

/** @throws Refusal not-found */
export function fetchProvider(
  ctx: ServiceContext,
  { account }: Caller,
  sid: string,
): Promise<IdentityProviderRow> {
  return requireProvider(ctx.database.read, account, sid);
}

/**
 * Changes what is given.
 *
 * @throws Refusal not-found; conflict when no owner could sign in any more
 */
export function updateProvider(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
  {
    name,
    clientId,
    secret,
    scopes,
    enabled,
  }: { [K in keyof Omit<ProviderInput, 'issuer'>]?: ProviderInput[K] | undefined },
): Promise<IdentityProviderRow> {
  refuseKey(caller);
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const row = await requireProvider(tx, caller.account, sid);
    if (enabled === false) await requireOtherWayIn(tx, row);
    const changed = {
      name: name?.trim() ?? row.name,
      client_id: clientId?.trim() ?? row.client_id,
      client_secret: secret === undefined ? row.client_secret : encryptSecret(ctx, secret),
      scopes: scopes ?? row.scopes,
      enabled: enabled === undefined ? row.enabled : enabled ? 1 : 0,
    };
    await updateProviderRow(tx, sid, changed);
    return { ...row, ...changed };
  });
}

/**
 * Deletes a provider, and before it what it has pushed, in parts: what is interrupted goes on when it is asked for again.
 *
 * @throws Refusal not-found; conflict when no owner could sign in any more, or the last one is an owner by its rules or groups
 */
export async function deleteProvider(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  refuseKey(caller);
  const { account } = caller;
  const membersOf = (all: readonly string[]) => listMembersOfGroups(ctx.database.read, all, peopleAtOnce);
  const changing = <T>(change: (tx: Queries, sources: readonly string[]) => Promise<T>) =>
    ctx.database.write(async (tx) => {
      await lockAccount(tx, account);
      await requireOtherWayIn(tx, await requireProvider(tx, account, sid));
      return change(tx, await listSourcesOfProvider(tx, sid));
    });
  await changing((tx, sources) => requireOwnersBeside(tx, sources, []));
  const groups = await listSourcesOfProvider(ctx.database.read, sid);
  for (let some = await membersOf(groups); some.length > 0; some = await membersOf(groups))
    await changing(async (tx) => {
      for (const [group, members] of Map.groupBy(some, ({ group_sid }) => group_sid))
        await removeFromGroup(
          tx,
          group,
          members.map(({ person }) => person),
        );
    });
  while (await changing((tx) => deletePeopleOfProvider(tx, sid, peopleAtOnce)));
  await changing(async (tx, sources) => {
    await deleteProviderRow(tx, sid);
    await applySources(ctx, tx, { account, sources });
  });
  ctx.wake('jobs');
}

/** Owners of an account whose token is refused on the page must keep a way to sign in. */
async function requireOtherWayIn(tx: Queries, { account, sid }: IdentityProviderRow): Promise<void> {
  if ((await findSettings(tx, account)).token_sign_in === 1) return;
  if (await hasOwnerWhoSignsIn(tx, account, sid)) return;
  throw new Refusal('conflict', 'No owner could sign in any more: let them sign in with the token first');
}

/** Fetches the configuration of a provider; `problem` says why it cannot be used. @throws Refusal not-found */
export async function checkProvider(
  ctx: ServiceContext,
  caller: Caller,
  sid: string,
): Promise<{ problem: string | null; signsOut: boolean }> {
  const row = await fetchProvider(ctx, caller, sid);
  try {
    const server = await discover(ctx, readProvider(ctx, row));
    return { problem: null, signsOut: server.end_session_endpoint !== undefined };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), signsOut: false };
  }
}

/** With its secret in clear. */
export function readProvider(
  ctx: ServiceContext,
  { issuer, client_id: clientId, client_secret, scopes }: IdentityProviderRow,
): OidcProvider {
  return {
    issuer,
    clientId,
    secret: client_secret === null ? null : ctx.secrets.decrypt(client_secret),
    scopes,
  };
}

export type RuleInput = {
  provider: string;
  name: string;
  claim: string;
  operator: 'is' | 'contains';
  value: string;
  account: string;
  role: Role;
};

/**
 * Makes a rule. It counts from the next sign-in of each person.
 *
 * @throws Refusal bad-request for a provider or an account of others; forbidden for a role above the caller's, and with 200 rules
 */
export async function createRule(
  ctx: ServiceContext,
  caller: Caller,
  { provider, name, claim, operator, value, account, role }: RuleInput,
): Promise<SignInRuleRow> {
  refuseKey(caller);
  requireGivable(caller, role, 'Role');
  const row: SignInRuleRow = {
    sid: ctx.ids.sid('SR'),
    provider,
    name: name.trim(),
    claim: claim.trim(),
    operator,
    value: value.trim(),
    account,
    role,
    created_at: ctx.clock.now(),
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    if ((await findProvider(tx, caller.account, provider)) === undefined) {
      throw new Refusal('bad-request', 'Parameter ProviderSid is no provider of the account', {
        field: 'ProviderSid',
      });
    }
    const target = await findAccount(tx, account);
    if (target?.sid !== caller.account && target?.parent !== caller.account) {
      throw new Refusal('bad-request', 'Parameter AccountSid is neither the account nor one below it', {
        field: 'AccountSid',
      });
    }
    const { rows } = await listRuleRows(tx, caller.account, allRows);
    if (rows.length >= maxRules) {
      throw new Refusal('forbidden', `The account has ${maxRules} rules, and may have no more`);
    }
    await insertRule(tx, row);
  });
  return row;
}

/** Newest first; positions are SIDs. */
export function listRules(
  ctx: ServiceContext,
  { account }: Caller,
  request: KeysetPageRequest,
): Promise<KeysetPage<SignInRuleRow>> {
  return listRuleRows(ctx.database.read, account, request);
}

/** @throws Refusal not-found */
export function fetchRule(ctx: ServiceContext, { account }: Caller, sid: string): Promise<SignInRuleRow> {
  return requireRule(ctx.database.read, account, sid);
}

/** Removes a rule, and what it gave. @throws Refusal not-found; conflict for the last owner */
export async function deleteRule(ctx: ServiceContext, caller: Caller, sid: string): Promise<void> {
  refuseKey(caller);
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    await requireRule(tx, caller.account, sid);
    await deleteRuleRow(tx, sid);
    await applySources(ctx, tx, { account: caller.account, sources: [sid] });
  });
  ctx.wake('jobs');
}

/** Whether the page accepts the token of the account. */
export function fetchSettings(ctx: ServiceContext, { account }: Caller): Promise<SignInSettingRow> {
  return findSettings(ctx.database.read, account);
}

/** @throws Refusal conflict when no owner could sign in otherwise than with the token */
export async function updateSettings(
  ctx: ServiceContext,
  caller: Caller,
  { tokenSignIn, secondFactor }: { tokenSignIn: boolean | undefined; secondFactor: boolean | undefined },
): Promise<SignInSettingRow> {
  refuseKey(caller);
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    if (tokenSignIn === false && !(await hasOwnerWhoSignsIn(tx, caller.account, null))) {
      throw new Refusal('conflict', 'No owner can sign in by a password or a provider yet', {
        field: 'TokenSignIn',
      });
    }
    const row = await findSettings(tx, caller.account);
    const changed = {
      ...row,
      ...(tokenSignIn !== undefined && { token_sign_in: Number(tokenSignIn) }),
      ...(secondFactor !== undefined && { second_factor: Number(secondFactor) }),
    };
    await upsertSettings(tx, changed);
    return changed;
  });
}

/** @throws Refusal forbidden where the page refuses the token of the account, or of the one above it */
export async function requireTokenSignIn(ctx: ServiceContext, account: string): Promise<void> {
  if (!(await isTokenSignInOff(ctx.database.read, account))) return;
  throw new Refusal('forbidden', 'The owners have switched off signing in with the token of the account');
}

async function requireProvider(db: Queries, account: string, sid: string): Promise<IdentityProviderRow> {
  const row = await findProvider(db, account, sid);
  if (row === undefined) throw notFound();
  return row;
}

async function requireRule(db: Queries, account: string, sid: string): Promise<SignInRuleRow> {
  const row = await findRule(db, account, sid);
  if (row === undefined) throw notFound();
  return row;
}
