/** The token by which an identity provider pushes users and groups: one for each provider, stored as a hash. */

import type { Queries } from '../../platform/database/database.ts';
import type { IdentityProviderRow } from '../../platform/database/schema/people.ts';
import { notFound } from '../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { hashToken } from '../../platform/token-hash.ts';
import { findProvider, updateProvider } from '../identity-providers/store.ts';
import { refuseKey } from '../key-service.ts';
import { lockAccount } from '../store.ts';
import { findProviderByToken } from './store.ts';
import type { ScimCaller } from './users-service.ts';

/** When a token was last used is stored to the minute: it is used many times a second. */
const useMs = 60_000;

/** Makes a token in place of the one before. It is returned here only. @throws Refusal not-found */
export async function createScimToken(
  ctx: ServiceContext,
  caller: Caller,
  provider: string,
): Promise<{ token: string; createdAt: number }> {
  refuseKey(caller);
  const token = `scim_${ctx.ids.token()}${ctx.ids.token()}`;
  const createdAt = ctx.clock.now();
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    await requireProvider(tx, caller.account, provider);
    await updateProvider(tx, provider, {
      scim_token_hash: hashToken(token),
      scim_created_at: createdAt,
      scim_used_at: null,
    });
  });
  return { token, createdAt };
}

/** @throws Refusal not-found, where there is no token as well */
export async function deleteScimToken(ctx: ServiceContext, caller: Caller, provider: string): Promise<void> {
  refuseKey(caller);
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const { scim_token_hash } = await requireProvider(tx, caller.account, provider);
    if (scim_token_hash === null) throw notFound();
    await updateProvider(tx, provider, { scim_token_hash: null, scim_created_at: null, scim_used_at: null });
  });
}

/** The provider of a token, in its account; null for a wrong one. */
export async function findScimCaller(ctx: ServiceContext, token: string): Promise<ScimCaller | null> {
  const row = await findProviderByToken(ctx.database.read, hashToken(token));
  if (row === undefined) return null;
  const { sid, name, account, scim_used_at: usedAt } = row;
  const now = ctx.clock.now();
  if (usedAt === null || now - usedAt >= useMs)
    await ctx.database.write((tx) => updateProvider(tx, sid, { scim_used_at: now }));
  return { account, user: null, role: 'viewer', provider: { sid, name } };
}

async function requireProvider(db: Queries, account: string, sid: string): Promise<IdentityProviderRow> {
  const row = await findProvider(db, account, sid);
  if (row === undefined) throw notFound();
  return row;
}
