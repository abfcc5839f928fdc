/**
 * Service functions of the secrets in webhook URLs, with which the test carrier of a flow can be reached from other
 * machines. Each flow has its own, made when it is first asked for. They are stored encrypted, as they are shown.
 */

import { timingSafeEqual } from 'node:crypto';
import { requireFlow } from '../../flows/service.ts';
import type { WebhookSecretRow } from '../../platform/database/schema/carriers.ts';
import type { Caller, ServiceContext } from '../../platform/service-context.ts';
import { findWebhookSecret, insertWebhookSecret, putWebhookSecret } from './store.ts';

/** `created_at` is epoch milliseconds. */
export type WebhookSecret = { secret: string; created_at: number };

/** The secret of the flow, made now if it has none. @throws Refusal when the caller has no such flow */
export async function fetchWebhookSecret(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
): Promise<WebhookSecret> {
  const key = { account: caller.account, flow };
  const found = await findWebhookSecret(ctx.database.read, key);
  if (found !== undefined) return open(ctx, found);
  return ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flow);
    const made = newRow(ctx, flow);
    await insertWebhookSecret(tx, made);
    return open(ctx, (await findWebhookSecret(tx, key)) ?? made);
  });
}

/** Replaces the secret of the flow: URLs with the old one stop working at once. @throws Refusal when the caller has no such flow */
export function rotateWebhookSecret(
  ctx: ServiceContext,
  caller: Caller,
  flow: string,
): Promise<WebhookSecret> {
  return ctx.database.write(async (tx) => {
    await requireFlow(tx, caller, flow);
    const made = newRow(ctx, flow);
    await putWebhookSecret(tx, made);
    return open(ctx, made);
  });
}

/** Whether `given` is the secret of that flow. Compares in constant time. */
export async function isWebhookSecret(
  ctx: ServiceContext,
  key: { account: string; flow: string },
  given: string | null,
): Promise<boolean> {
  if (given === null || given === '') return false;
  const row = await findWebhookSecret(ctx.database.read, key);
  if (row === undefined) return false;
  const [stored, other] = [Buffer.from(open(ctx, row).secret), Buffer.from(given)];
  return stored.length === other.length && timingSafeEqual(stored, other);
}

function newRow(ctx: ServiceContext, flow: string): WebhookSecretRow {
  return { flow, secret: ctx.secrets.encrypt(ctx.ids.token()), created_at: ctx.clock.now() };
}

function open(ctx: ServiceContext, { secret, created_at }: WebhookSecretRow): WebhookSecret {
  return { secret: ctx.secrets.decrypt(secret), created_at };
}
