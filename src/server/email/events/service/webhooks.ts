/** The verbs of event webhooks: made, changed, removed, signed. */

import { failureMessages } from '#api/email/error.ts';
import {
  type EventWebhookChange,
  eventKinds,
  mostEventWebhooks,
  type NewEventWebhook,
  statusKind,
  type WebhookKind,
} from '#api/email/event-webhooks.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { EventWebhookRow } from '../../../platform/database/schema/email.ts';
import { Refusal } from '../../../platform/errors.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { lockAccount } from '../../access/store/accounts.ts';
import { faulty, unfit } from '../../validation/field-error.ts';
import { isSameUrl, webUrl } from '../../validation/web-url.ts';
import { nextOauth, noOauth } from '../../webhook-security/oauth-client.ts';
import { makeSigningKeys, noSigningKeys } from '../../webhook-security/signing-keys.ts';
import { freshId } from '../../webhook-security/uuid.ts';
import * as rows from '../store/webhooks.ts';

export type { EventWebhookRow };

/** @throws Refusal when the URL is none or in use, OAuth is not whole, or there are as many as can be */
export async function createEventWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  wanted: NewEventWebhook,
): Promise<EventWebhookRow> {
  const now = ctx.clock.now();
  const row: EventWebhookRow = {
    id: freshId(ctx),
    account: caller.account,
    region: caller.region,
    url: webUrl('url', wanted.url),
    enabled: wanted.enabled === false ? 0 : 1,
    friendly_name: wanted.friendly_name ?? null,
    kinds: JSON.stringify(nextKinds([], wanted)),
    ...nextOauth(ctx, noOauth, wanted),
    ...noSigningKeys,
    created_at: now,
    updated_at: now,
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const all = await rows.listEventWebhooks(tx, caller);
    refuseUsedUrl(all, row);
    if (all.length >= mostEventWebhooks) {
      throw unfit(
        'url',
        `the maximum of ${mostEventWebhooks} event webhooks is reached`,
        'Change one that is there, or remove it first.',
      );
    }
    await rows.insertEventWebhook(tx, row);
  });
  return row;
}

/** Oldest first. */
export function listEventWebhooks(ctx: ServiceContext, caller: EmailCaller): Promise<EventWebhookRow[]> {
  return rows.listEventWebhooks(ctx.database.read, caller);
}

/** Null as id is the oldest. @throws Refusal when there is none */
export async function fetchEventWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string | null,
): Promise<EventWebhookRow> {
  return found(await rows.findEventWebhook(ctx.database.read, caller, id));
}

/** Changes what was sent. Null as id is the oldest. @throws Refusal as creating one does, or when there is none */
export function updateEventWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string | null,
  wanted: EventWebhookChange,
): Promise<EventWebhookRow> {
  return change(ctx, caller, id, async (tx, before) => {
    const row: EventWebhookRow = {
      ...before,
      url: wanted.url === undefined ? before.url : webUrl('url', wanted.url),
      enabled: wanted.enabled === undefined ? before.enabled : Number(wanted.enabled),
      friendly_name: wanted.friendly_name === undefined ? before.friendly_name : wanted.friendly_name,
      kinds: JSON.stringify(nextKinds(kindsOf(before), wanted)),
      ...nextOauth(ctx, before, wanted),
    };
    refuseUsedUrl(await rows.listEventWebhooks(tx, caller), row);
    return row;
  });
}

/** @throws Refusal when there is none */
export async function deleteEventWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<void> {
  const gone = await ctx.database.write((tx) => rows.deleteEventWebhook(tx, caller, id));
  if (!gone) throw unknownWebhook();
}

/**
 * Turns the signature on or off. On again keeps the key pair that there is; off forgets it.
 *
 * @throws Refusal when there is no such webhook
 */
export function switchSignature(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string | null,
  enabled: boolean,
): Promise<EventWebhookRow> {
  const fresh = enabled ? makeSigningKeys(ctx) : noSigningKeys;
  return change(ctx, caller, id, async (_, before) => ({
    ...before,
    ...(enabled && before.public_key !== null ? {} : fresh),
  }));
}

/** The kinds that the webhook is posted. */
export function kindsOf({ kinds }: Pick<EventWebhookRow, 'kinds'>): WebhookKind[] {
  return JSON.parse(kinds) as WebhookKind[];
}

export function unknownWebhook(): Refusal {
  return new Refusal('not-found', failureMessages.unknownWebhook, { details: { bare: true } });
}

function change(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string | null,
  next: (tx: Queries, before: EventWebhookRow) => Promise<EventWebhookRow>,
): Promise<EventWebhookRow> {
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const before = found(await rows.findEventWebhook(tx, caller, id));
    const row = { ...(await next(tx, before)), updated_at: ctx.clock.now() };
    await rows.putEventWebhook(tx, row);
    return row;
  });
}

const allKinds: readonly WebhookKind[] = [...eventKinds, statusKind];

function nextKinds(before: readonly WebhookKind[], wanted: EventWebhookChange): WebhookKind[] {
  return allKinds.filter((kind) => wanted[kind] ?? before.includes(kind));
}

function refuseUsedUrl(all: readonly EventWebhookRow[], { id, url }: EventWebhookRow): void {
  const other = all.find((each) => each.id !== id && isSameUrl(each.url, url));
  if (other === undefined) return;
  throw faulty([
    {
      field: 'url',
      message: 'url is already used by another event webhook',
      help: 'Events can go to a URL once. Change the webhook that has it, or give this one another URL.',
      id: other.id,
      url: other.url,
    },
  ]);
}

function found(row: EventWebhookRow | undefined): EventWebhookRow {
  if (row === undefined) throw unknownWebhook();
  return row;
}
