/** Event webhooks: create, list, fetch, update, delete, and signature verification. */

import { errorMessages } from '#api/email/error.ts';
import {
  accountStatusKind,
  type EventWebhookChange,
  eventKinds,
  maxEventWebhooks,
  type NewEventWebhook,
  type WebhookKind,
} from '#api/email/event-webhooks.ts';
import { actsFor } from '../../../accounts/acting-later-service.ts';
import type { Queries } from '../../../platform/database/database.ts';
import type { EventWebhookRow } from '../../../platform/database/schema/email.ts';
import { Refusal } from '../../../platform/errors.ts';
import { handlePieces, type Piece, writeInPieces } from '../../../platform/jobs/pieces.ts';
import { sealUrl, shownUrl } from '../../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { permissionsToPost } from '../../access/service.ts';
import { lockAccount } from '../../access/store.ts';
import { invalidField, invalidFields } from '../../validation/field-error.ts';
import { isSameUrl, parseWebUrl } from '../../validation/web-url.ts';
import { mergeOauthClient, noOauthClient } from '../../webhook-security/oauth-client.ts';
import { generateSigningKeys, noSigningKeys } from '../../webhook-security/signing-keys.ts';
import { newUuid } from '../../webhook-security/uuid.ts';
import { deleteWebhookPiece, resumeQueue } from '../store/queue.ts';
import * as rows from '../store/webhooks.ts';

export type { EventWebhookRow };

/**
 * Creates a webhook.
 *
 * @throws Refusal when the URL is invalid or in use, the OAuth client is incomplete, or the maximum is reached; forbidden for who may
 *   not see what it is posted
 */
export async function createEventWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  input: NewEventWebhook,
): Promise<EventWebhookRow> {
  const now = ctx.clock.now();
  const row: EventWebhookRow = {
    id: newUuid(ctx),
    account: caller.account,
    region: caller.region,
    url: sealUrl(ctx.secrets, parseWebUrl('url', input.url)),
    enabled: input.enabled === false ? 0 : 1,
    friendly_name: input.friendly_name ?? null,
    kinds: JSON.stringify(mergeKinds([], input)),
    ...mergeOauthClient(ctx, noOauthClient, input),
    ...noSigningKeys,
    acts_for: actsFor(caller, permissionsToPost),
    created_at: now,
    updated_at: now,
  };
  await ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const all = await rows.listEventWebhooks(tx, caller);
    refuseDuplicateUrl(all, row);
    if (all.length >= maxEventWebhooks) {
      throw invalidField(
        'url',
        `the maximum of ${maxEventWebhooks} event webhooks is reached`,
        'Change an existing webhook, or delete one first.',
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

/** Fetches a webhook; a null id means the oldest. @throws Refusal when there is none */
export async function fetchEventWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string | null,
): Promise<EventWebhookRow> {
  return requireFound(await rows.findEventWebhook(ctx.database.read, caller, id));
}

/** Changes the given fields; a null id means the oldest. @throws Refusal like `createEventWebhook`, or when there is none */
export async function updateEventWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string | null,
  input: EventWebhookChange,
): Promise<EventWebhookRow> {
  const changed = await changeWebhook(ctx, caller, id, async (tx, before) => {
    const row: EventWebhookRow = {
      ...before,
      url:
        input.url === undefined
          ? before.url
          : sealUrl(ctx.secrets, parseWebUrl('url', input.url), before.url),
      enabled: input.enabled === undefined ? before.enabled : Number(input.enabled),
      friendly_name: input.friendly_name === undefined ? before.friendly_name : input.friendly_name,
      kinds: JSON.stringify(mergeKinds(kindsOf(before), input)),
      ...mergeOauthClient(ctx, before, input),
    };
    refuseDuplicateUrl(await rows.listEventWebhooks(tx, caller), row);
    // Where it goes now may work, and a webhook that is disabled has nothing to pause.
    if (input.url !== undefined || input.enabled !== undefined) await resumeQueue(tx, before.id);
    return row;
  });
  ctx.wake('events');
  return changed;
}

/** Deletes a webhook. @throws Refusal when there is none */
export async function deleteEventWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string,
): Promise<void> {
  const { account } = caller;
  const payload = JSON.stringify({ webhook: id });
  await writeInPieces(
    ctx,
    { kind: 'webhook-deletion', key: `webhook-deletion:${id}`, account, payload },
    {
      async decide(tx) {
        await lockAccount(tx, account);
        // Its URL may be used again.
        const change = { deleted_at: ctx.clock.now(), url: id };
        if ((await rows.changeEventWebhook(tx, caller, id, change)) === undefined) throw webhookNotFound();
      },
      piece: deletionPiece(id),
    },
  );
}

/** What waits to be posted, and what was posted. */
const deletionPiece =
  (id: string): Piece<true> =>
  async (tx) => {
    const bytes = await deleteWebhookPiece(tx, id);
    return bytes === null ? { next: null } : { next: true, bytes };
  };

export const handleWebhookDeletion = handlePieces((_ctx, { payload }) =>
  deletionPiece((JSON.parse(payload) as { webhook: string }).webhook),
);

/**
 * Turns signature verification on or off. Turning it on keeps an existing key pair, turning it off deletes it.
 *
 * @throws Refusal when there is no such webhook
 */
export function setSignatureEnabled(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string | null,
  enabled: boolean,
): Promise<EventWebhookRow> {
  const fresh = enabled ? generateSigningKeys(ctx) : noSigningKeys;
  return changeWebhook(ctx, caller, id, async (_, before) => ({
    ...before,
    ...(enabled && before.public_key !== null ? {} : fresh),
  }));
}

/** The kinds of events that the webhook is subscribed to. */
export function kindsOf({ kinds }: Pick<EventWebhookRow, 'kinds'>): WebhookKind[] {
  return JSON.parse(kinds) as WebhookKind[];
}

export function webhookNotFound(): Refusal {
  return new Refusal('not-found', errorMessages.unknownWebhook, { details: { bare: true } });
}

function changeWebhook(
  ctx: ServiceContext,
  caller: EmailCaller,
  id: string | null,
  next: (tx: Queries, before: EventWebhookRow) => Promise<EventWebhookRow>,
): Promise<EventWebhookRow> {
  return ctx.database.write(async (tx) => {
    await lockAccount(tx, caller.account);
    const before = requireFound(await rows.findEventWebhook(tx, caller, id));
    const acts_for = actsFor(caller, permissionsToPost);
    const row = { ...(await next(tx, before)), acts_for, updated_at: ctx.clock.now() };
    await rows.replaceEventWebhook(tx, row);
    return row;
  });
}

const allKinds: readonly WebhookKind[] = [...eventKinds, accountStatusKind];

function mergeKinds(before: readonly WebhookKind[], input: EventWebhookChange): WebhookKind[] {
  return allKinds.filter((kind) => input[kind] ?? before.includes(kind));
}

function refuseDuplicateUrl(all: readonly EventWebhookRow[], { id, url }: EventWebhookRow): void {
  const other = all.find((each) => each.id !== id && isSameUrl(shownUrl(each.url), shownUrl(url)));
  if (other === undefined) return;
  throw invalidFields([
    {
      field: 'url',
      message: 'url is already used by another event webhook',
      help: 'A URL can have one event webhook. Change the webhook that has it, or use another URL.',
      id: other.id,
      url: shownUrl(other.url),
    },
  ]);
}

function requireFound(row: EventWebhookRow | undefined): EventWebhookRow {
  if (row === undefined) throw webhookNotFound();
  return row;
}
