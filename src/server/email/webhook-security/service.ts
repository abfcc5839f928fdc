/** Security policies of webhooks: create, list, fetch, update, delete. */

import type { PolicyChange, PolicyInput } from '#api/email/policies.ts';
import type { WebhookPolicyRow } from '../../platform/database/schema/email.ts';
import { notFound } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { EmailCaller } from '../access/caller.ts';
import { lockAccount } from '../access/store.ts';
import { invalidField } from '../validation/field-error.ts';
import { mergeOauthClient, noOauthClient } from './oauth-client.ts';
import { generateSigningKeys, noSigningKeys } from './signing-keys.ts';
import * as rows from './store.ts';
import { newUuid } from './uuid.ts';

export type { WebhookPolicyRow };

/** Creates a policy. @throws Refusal when the OAuth client is incomplete */
export async function createPolicy(
  ctx: ServiceContext,
  caller: EmailCaller,
  input: PolicyInput,
): Promise<WebhookPolicyRow> {
  const now = ctx.clock.now();
  const empty: WebhookPolicyRow = {
    id: newUuid(ctx),
    account: caller.account,
    region: caller.region,
    name: input.name,
    oauth_scopes: '[]',
    ...noOauthClient,
    ...noSigningKeys,
    created_at: now,
    updated_at: now,
  };
  const row = mergePolicy(ctx, empty, input);
  await ctx.database.write((tx) => rows.insertPolicy(tx, row));
  return row;
}

/** Oldest first. */
export function listPolicies(ctx: ServiceContext, caller: EmailCaller): Promise<WebhookPolicyRow[]> {
  return rows.listPolicies(ctx.database.read, caller);
}

/** Fetches a policy. @throws Refusal when there is none */
export async function fetchPolicy(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<WebhookPolicyRow> {
  const row = await rows.findPolicy(ctx.database.read, caller, id);
  if (row === undefined) throw notFound();
  return row;
}

/** Changes the given fields. @throws Refusal when there is no such policy, or the OAuth client is incomplete */
export function updatePolicy(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
  input: PolicyChange,
): Promise<WebhookPolicyRow> {
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const before = await rows.findPolicy(tx, caller, id);
    if (before === undefined) throw notFound();
    const row = { ...mergePolicy(ctx, before, input), updated_at: ctx.clock.now() };
    await rows.putPolicy(tx, row);
    return row;
  });
}

/** Deletes a policy. @throws Refusal when there is none, or a parse setting uses it */
export function deletePolicy(ctx: ServiceContext, caller: EmailCaller, id: string): Promise<void> {
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    if ((await rows.findPolicy(tx, caller, id)) === undefined) throw notFound();
    if (await rows.isPolicyUsed(tx, caller, id)) {
      throw invalidField(
        'id',
        'a parse setting uses the policy',
        'Give the parse setting another policy first.',
      );
    }
    await rows.deletePolicy(tx, id);
  });
}

function mergePolicy(ctx: ServiceContext, before: WebhookPolicyRow, input: PolicyChange): WebhookPolicyRow {
  const { name, oauth, signature } = input;
  const row = { ...before, name: name ?? before.name };
  if (oauth !== undefined) {
    const names = { id: 'oauth.client_id', secret: 'oauth.client_secret', url: 'oauth.token_url' };
    const client = {
      oauth_client_id: oauth?.client_id ?? null,
      oauth_client_secret: oauth === null ? null : oauth.client_secret,
      oauth_token_url: oauth?.token_url ?? null,
    };
    Object.assign(row, mergeOauthClient(ctx, before, client, names), {
      oauth_scopes: JSON.stringify(oauth?.scopes ?? []),
    });
  }
  if (signature === undefined) return row;
  if (signature === null || !signature.enabled) return { ...row, ...noSigningKeys };
  return row.public_key === null ? { ...row, ...generateSigningKeys(ctx) } : row;
}
