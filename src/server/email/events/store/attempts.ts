/** Store: delivery attempts of event webhooks, and enqueueing their events again. */

import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { hotKey } from '../../../platform/database/dialect.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../../platform/database/keyset-pagination.ts';
import { prepared, type Values, valuesOf } from '../../../platform/database/prepared-query.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import type { EventAttemptRow } from '../../../platform/database/schema/email-deliveries.ts';
import { shardOfWebhook } from '../../../platform/database/shard.ts';
import { ofOwner } from '../../owned-store.ts';
import type { EventPosition } from './events.ts';

/** A range of consecutive sequence numbers of events, both ends included. */
export type SequenceRange = readonly [first: number, last: number];

const insertAttempt = prepared((db, value: Values<EventAttemptRow>) =>
  db.insertInto('event_attempts').values({
    ...valuesOf(value, 'id', 'webhook', 'shard', 'account', 'region', 'runs', 'events', 'kinds'),
    ...valuesOf(value, 'status', 'latency_ms', 'problem', 'response', 'headers', 'response_headers'),
    ...valuesOf(value, 'next_at', 'given_up', 'is_test', 'made_at'),
  }),
);

export async function insertEventAttempt(tx: Queries, row: Omit<EventAttemptRow, 'shard'>): Promise<void> {
  await insertAttempt(tx, { ...row, shard: shardOfWebhook(row.webhook) });
}

/** Attempts at posting to a webhook, newest first; cursors are ids. `failed` leaves out those that were accepted. */
export function listEventAttempts(
  db: Queries,
  { account, webhook, failed }: { account: string; webhook: string; failed: boolean },
  request: KeysetPageRequest,
): Promise<KeysetPage<EventAttemptRow>> {
  const all = db
    .selectFrom('event_attempts')
    .selectAll()
    .where('webhook', '=', webhook)
    .where('shard', '=', shardOfWebhook(webhook))
    .where('account', '=', account);
  const query = failed ? all.where('problem', 'is not', null) : all;
  return fetchPage(request, query, 'id');
}

/** The first attempts at posting to a webhook that were made since a time, oldest first. */
export function listAttemptsSince(
  db: Queries,
  { webhook, since, limit }: { webhook: string; since: number; limit: number },
): Promise<EventAttemptRow[]> {
  return db
    .selectFrom('event_attempts')
    .selectAll()
    .where('webhook', '=', webhook)
    .where('shard', '=', shardOfWebhook(webhook))
    .where('id', '>=', attemptAt(since))
    .where('is_test', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function findEventAttempt(
  db: Queries,
  account: string,
  id: string,
): Promise<EventAttemptRow | undefined> {
  return db
    .selectFrom('event_attempts')
    .selectAll()
    .where('account', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Enqueues the events of these ranges again, those that are still kept; returns how many were not queued already. */
export async function enqueueRanges(
  tx: Queries,
  { account, region, webhook, now }: Owner & { webhook: string; now: number },
  runs: readonly SequenceRange[],
): Promise<number> {
  let count = 0;
  for (const [first, last] of runs) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('event_queue')
      .columns(['webhook', 'event', 'shard', 'queued_at'])
      .expression((eb) =>
        eb
          .selectFrom('mail_events')
          .select([eb.val(webhook).as('webhook'), 'seq', 'shard', eb.lit(now).as('queued_at')])
          .where('account', '=', account)
          .where('region', '=', region)
          .where('seq', '>=', first)
          .where('seq', '<=', last),
      )
      .onConflict((conflict) => conflict.columns(hotKey(tx, ['webhook', 'event'])).doNothing())
      .executeTakeFirst();
    count += Number(numInsertedOrUpdatedRows ?? 0);
  }
  return count;
}

/** Selects events of these kinds, at `since` or later, behind `after`. */
export type EventSelection = Owner & {
  since: number;
  kinds: readonly WebhookKind[];
  after: EventPosition | null;
};

/** The position of the last of the first `limit` selected events; null when there are none. */
export async function endOfNextBatch(
  db: Queries,
  selection: EventSelection,
  limit: number,
): Promise<EventPosition | null> {
  const first = await selectedEvents(db, selection)
    .select(['created_at', 'seq'])
    .orderBy('created_at')
    .orderBy('seq')
    .limit(limit)
    .execute();
  const last = first.at(-1);
  return last === undefined ? null : { created_at: Number(last.created_at), seq: Number(last.seq) };
}

/** Enqueues the selected events up to `last`; returns how many were not queued already. */
export async function enqueueSelection(
  tx: Queries,
  selection: EventSelection,
  { webhook, last, now }: { webhook: string; last: EventPosition; now: number },
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('event_queue')
    .columns(['webhook', 'event', 'shard', 'queued_at'])
    .expression((eb) =>
      selectedEvents(tx, selection)
        .where('created_at', '<=', last.created_at)
        .where((inner) => inner.or([inner('created_at', '<', last.created_at), inner('seq', '<=', last.seq)]))
        .select([eb.val(webhook).as('webhook'), 'seq', 'shard', eb.lit(now).as('queued_at')]),
    )
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['webhook', 'event'])).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

/** As an index has them: by the time. */
function selectedEvents(db: Queries, { account, region, since, kinds, after }: EventSelection) {
  const all = db
    .selectFrom('mail_events')
    .where(ofOwner({ account, region }))
    .where('created_at', '>=', after?.created_at ?? since)
    .where('kind', 'in', kinds);
  if (after === null) return all;
  return all.where((eb) => eb.or([eb('created_at', '>', after.created_at), eb('seq', '>', after.seq)]));
}

/** What waits, and posts that failed, are counted up to here. */
const maxCounted = 50_000;

/** The length of the queue of a webhook and its retry state, zero before the first event. */
export async function findQueueStatus(db: Queries, webhook: string) {
  const queued = db.selectFrom('event_queue').select('event').where('webhook', '=', webhook);
  const { waiting } = await db
    .selectFrom(queued.limit(maxCounted).as('queued'))
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  const queue = await db
    .selectFrom('event_lanes')
    .select(['due_at', 'failures', 'failing_since', 'paused_at'])
    .where('webhook', '=', webhook)
    .where('shard', '=', shardOfWebhook(webhook))
    .executeTakeFirst();
  return { waiting: Number(waiting), due_at: 0, failures: 0, failing_since: null, paused_at: null, ...queue };
}

/** How many posts to a webhook failed since a time. */
export async function countFailedAttempts(db: Queries, webhook: string, since: number): Promise<number> {
  const failed = db
    .selectFrom('event_attempts')
    .select('id')
    .where('webhook', '=', webhook)
    .where('shard', '=', shardOfWebhook(webhook))
    .where('id', '>=', attemptAt(since))
    .where('problem', 'is not', null)
    .where('is_test', '=', 0);
  const row = await db
    .selectFrom(failed.limit(maxCounted).as('attempts'))
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .executeTakeFirstOrThrow();
  return Number(row.failed);
}

/** Ids begin with the time: this one is smaller than all of that moment. */
const attemptAt = (time: number) => `ED${Math.max(0, time).toString(16).padStart(12, '0')}`;

/** Deletes attempts that were made at `before` or earlier; returns how many. */
export async function deleteOldAttempts(
  tx: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<number> {
  const old = tx
    .selectFrom('event_attempts')
    .select('id')
    .where('account', '=', account)
    .where('made_at', '<=', before)
    .limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('event_attempts').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
