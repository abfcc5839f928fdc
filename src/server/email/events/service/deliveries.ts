/** Deliveries of event webhooks: list attempts, show the queue, replay an attempt, recover events since a time. */

import type { KeysetPage, KeysetPageRequest } from '../../../platform/database/keyset-pagination.ts';
import type { EventWebhookRow, Owner } from '../../../platform/database/schema/email.ts';
import type { EventAttemptRow } from '../../../platform/database/schema/email-deliveries.ts';
import { notFound, Refusal } from '../../../platform/errors.ts';
import type { Caller, ServiceContext } from '../../../platform/service-context.ts';
import type { EmailCaller } from '../../access/caller.ts';
import { messageIdOf } from '../../messages/message.ts';
import { listRecipients } from '../../messages/store.ts';
import { addressTerm } from '../../search/terms.ts';
import {
  countFailedAttempts,
  type EventSelection,
  endOfNextBatch,
  enqueueRanges,
  enqueueSelection,
  findEventAttempt,
  findQueueStatus,
  listEventAttempts,
  type SequenceRange,
} from '../store/attempts.ts';
import { type EventPosition, listEventsBySequence, listMessageEvents } from '../store/events.ts';
import {
  type FailingWebhook,
  findWebhook,
  listFailingWebhooks as listFailingRows,
  listFailingSince,
  makeQueueDue,
  resumeQueue,
} from '../store/queue.ts';
import { findPostsOf } from './posts.ts';
import { enqueueTestEvent } from './test-event.ts';
import { kindsOf, listEventWebhooks } from './webhooks.ts';

export type { EventAttemptRow, EventWebhookRow, FailingWebhook };

/** Events enqueued in one transaction. */
const eventsPerTransaction = 5_000;

/** The delivery queue of a webhook; times are epoch milliseconds. */
export type DeliveryQueueStatus = {
  webhook: EventWebhookRow;
  waiting: number;
  failures: number;
  failing_since: number | null;
  paused_at: number | null;
  due_at: number;
  /** Attempts of the last 24 hours that failed. */
  failedOfDay: number;
};

const dayMs = 86_400_000;

/**
 * Attempts at posting to a webhook, newest first; cursors are ids.
 * @throws Refusal when the caller has no such webhook
 */
export async function listDeliveries(
  ctx: ServiceContext,
  caller: Caller,
  { webhook, failed, recipient }: { webhook: string; failed: boolean; recipient?: string | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<EventAttemptRow>> {
  const { region } = await requireWebhook(ctx, caller, webhook);
  const { account } = caller;
  if (recipient !== undefined) {
    const all = await attemptsTo(ctx, { account, region }, webhook, recipient);
    return { rows: all.filter(({ problem }) => !failed || problem !== null), newer: false, older: false };
  }
  return listEventAttempts(ctx.database.replica, { account, webhook, failed }, request);
}

/** Emails to an address whose posts are looked for. */
const emailsLookedAt = 20;

/** The attempts that had events of the newest emails to that address, newest first. */
async function attemptsTo(
  ctx: ServiceContext,
  owner: Owner,
  webhook: string,
  recipient: string,
): Promise<EventAttemptRow[]> {
  const db = ctx.database.replica;
  const terms = [addressTerm({ ...owner, direction: 'sent' }, recipient)];
  const { rows } = await listRecipients(db, { ...owner, terms }, { size: emailsLookedAt, from: null });
  const found = new Map<string, EventAttemptRow>();
  for (const row of rows) {
    const events = await listMessageEvents(db, owner, messageIdOf(row));
    for (const { attempt } of await findPostsOf(ctx, owner, events, webhook)) found.set(attempt.id, attempt);
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The JSON of the events that an attempt held, as far as they are stored. @throws Refusal as `fetchDelivery` */
export async function fetchDeliveryEvents(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<{ events: string[]; isComplete: boolean }> {
  const attempt = await fetchDelivery(ctx, caller, id);
  const numbers = (JSON.parse(attempt.runs) as SequenceRange[]).flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  const events = await listEventsBySequence(ctx.database.replica, attempt, numbers);
  return { events, isComplete: events.length === attempt.events };
}

/** Fetches an attempt. @throws Refusal when the caller has no such attempt */
export async function fetchDelivery(
  ctx: ServiceContext,
  { account }: Caller,
  id: string,
): Promise<EventAttemptRow> {
  const row = await findEventAttempt(ctx.database.replica, account, id);
  if (row === undefined) throw notFound();
  return row;
}

/** Fetches the queue of a webhook. @throws Refusal when the caller has no such webhook */
export async function fetchDeliveryQueue(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<DeliveryQueueStatus> {
  return statusOf(ctx, await requireWebhook(ctx, caller, id));
}

/** The queues of all webhooks of a region, the oldest webhook first. */
export async function listDeliveryQueues(
  ctx: ServiceContext,
  caller: EmailCaller,
): Promise<DeliveryQueueStatus[]> {
  return Promise.all((await listEventWebhooks(ctx, caller)).map((webhook) => statusOf(ctx, webhook)));
}

async function statusOf(ctx: ServiceContext, webhook: EventWebhookRow): Promise<DeliveryQueueStatus> {
  const { replica } = ctx.database;
  const failedOfDay = await countFailedAttempts(replica, webhook.id, ctx.clock.now() - dayMs);
  return { webhook, failedOfDay, ...(await findQueueStatus(replica, webhook.id)) };
}

/**
 * Resumes a paused webhook, or tries a failing one now.
 * @throws Refusal when the caller has no such webhook, or it is disabled
 */
export async function resumeDelivery(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<DeliveryQueueStatus> {
  const webhook = await requireWebhook(ctx, caller, id);
  requireEnabled(webhook);
  await ctx.database.write((tx) => resumeQueue(tx, id));
  ctx.wake('events');
  return statusOf(ctx, webhook);
}

/** The webhooks of an account that fail by their queues, as `fetchDeliveryQueue` says it of one. */
export function listFailingWebhooks(ctx: ServiceContext, { account }: Caller): Promise<FailingWebhook[]> {
  return listFailingRows(ctx.database.replica, account);
}

/**
 * Enqueues the events of an attempt again; returns how many. Events that are already queued or no longer kept are skipped.
 * @throws Refusal when there is no such attempt, it was a test, or its webhook is disabled
 */
export async function replayDelivery(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
): Promise<{ webhook: string; events: number }> {
  const attempt = await fetchDelivery(ctx, caller, id);
  if (attempt.is_test === 1) throw new Refusal('conflict', 'A test event cannot be replayed');
  const { account, region, webhook } = attempt;
  requireEnabled(await requireWebhook(ctx, caller, webhook));
  const now = ctx.clock.now();
  const events = await ctx.database.write(async (tx) => {
    await makeQueueDue(tx, webhook);
    return enqueueRanges(tx, { account, region, webhook, now }, JSON.parse(attempt.runs) as SequenceRange[]);
  });
  ctx.wake();
  return { webhook, events };
}

/**
 * Enqueues all events since `since` (epoch milliseconds) of the kinds that the webhook is subscribed to; returns how many.
 * Events that are already queued or no longer kept are skipped. Idempotent: called again, it resumes.
 * @throws Refusal when there is no such webhook, or it is disabled
 */
export async function recoverEvents(
  ctx: ServiceContext,
  caller: Caller,
  id: string,
  since: number,
): Promise<number> {
  const webhook = await requireWebhook(ctx, caller, id);
  requireEnabled(webhook);
  const { account, region } = webhook;
  const kinds = kindsOf(webhook);
  const now = ctx.clock.now();
  let events = 0;
  for (let after: EventPosition | null = null; kinds.length > 0; ) {
    const selection: EventSelection = { account, region, since, kinds, after };
    const last = await endOfNextBatch(ctx.database.read, selection, eventsPerTransaction);
    if (last === null) break;
    events += await ctx.database.write((tx) => enqueueSelection(tx, selection, { webhook: id, last, now }));
    after = last;
  }
  await ctx.database.write((tx) => makeQueueDue(tx, id));
  ctx.wake();
  return events;
}

/**
 * Enqueues a test event for a webhook; its attempt is listed with the deliveries.
 * @throws Refusal when the caller has no such webhook
 */
export async function sendTestEvent(ctx: ServiceContext, caller: Caller, id: string): Promise<void> {
  const { url, region } = await requireWebhook(ctx, caller, id);
  await enqueueTestEvent(ctx, { ...caller, region, access: 'owner' }, { url, id });
}

async function requireWebhook(
  ctx: ServiceContext,
  { account }: Caller,
  id: string,
): Promise<EventWebhookRow> {
  const row = await findWebhook(ctx.database.read, id);
  if (row === undefined || row.account !== account) throw notFound();
  return row;
}

function requireEnabled({ enabled }: EventWebhookRow): void {
  if (enabled === 0) throw new Refusal('conflict', 'The webhook is disabled: nothing is posted to it');
}

/** Enabled webhooks of all accounts without a success since `before`, longest first. */
export const failingSince = (ctx: ServiceContext, before: number, limit: number) =>
  listFailingSince(ctx.database.read, { before, limit });
