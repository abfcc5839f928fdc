/** Store: the delivery queue of each event webhook, and the lease of the process that posts from it. */

import { sql } from 'kysely';
import type { WebhookKind } from '#api/email/event-webhooks.ts';
import { distinctValues } from '../../../platform/database/across-shards.ts';
import { cellMark } from '../../../platform/database/cell-cipher.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { deleteSome } from '../../../platform/database/delete-some.ts';
import { hotKey } from '../../../platform/database/dialect.ts';
import { prepared, type Values } from '../../../platform/database/prepared-query.ts';
import type { EventWebhookRow } from '../../../platform/database/schema/email.ts';
import type { EventQueueRow } from '../../../platform/database/schema/email-deliveries.ts';
import { shardOfWebhook } from '../../../platform/database/shard.ts';
import type { SequenceRange } from './attempts.ts';

/**
 * Webhooks whose queue is not empty, due and not leased, longest due first, up to `limit`: those whose last attempt failed,
 * or the others.
 */
export async function findDueQueues(
  db: Queries,
  { now, limit, failing }: { now: number; limit: number; failing: boolean },
): Promise<string[]> {
  const isDue = sql`l.lease_until <= ${now} and l.due_at <= ${now} and l.paused_at is null`;
  const isWanted = failing
    ? sql`${isDue} and l.failures > 0`
    : sql`(l.webhook is null or (${isDue} and l.failures = 0))`;
  // Steps in the index from one webhook that has events to the next: those without any cost nothing.
  const { rows } = await sql<{ webhook: string }>`
    select f.value as webhook from (${distinctValues(db, 'event_queue', 'webhook')}) f
    left join event_lanes l on l.webhook = f.value
    where ${isWanted}
    order by l.due_at limit ${limit}`.execute(db);
  return rows.map(({ webhook }) => webhook);
}

/** Leases a queue; undefined when another process has the lease, it is not due, or the webhook is gone. */
export async function leaseQueue(
  tx: Queries,
  { webhook, now, leaseUntil }: { webhook: string; now: number; leaseUntil: number },
): Promise<EventQueueRow | undefined> {
  await ensureQueue(tx, webhook);
  return tx
    .updateTable('event_lanes')
    .set({ lease_until: leaseUntil })
    .where('webhook', '=', webhook)
    .where('shard', '=', shardOfWebhook(webhook))
    .where('lease_until', '<=', now)
    .where('due_at', '<=', now)
    .where('paused_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

async function ensureQueue(tx: Queries, webhook: string): Promise<void> {
  await tx
    .insertInto('event_lanes')
    .columns(['webhook', 'shard', 'lease_until', 'due_at', 'failures'])
    .expression((eb) =>
      eb
        .selectFrom('event_webhooks')
        .select(['id', eb.lit(shardOfWebhook(webhook)).as('shard')])
        .select([eb.lit(0).as('lease_until'), eb.lit(0).as('due_at'), eb.lit(0).as('failures')])
        .where('id', '=', webhook),
    )
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['webhook'])).doNothing())
    .execute();
}

/** Updates the queue of the holder of the lease `held`; undefined when the lease was lost or the queue is gone. */
export function updateLeasedQueue(
  tx: Queries,
  { webhook, held }: { webhook: string; held: number },
  change: Partial<EventQueueRow>,
): Promise<EventQueueRow | undefined> {
  return tx
    .updateTable('event_lanes')
    .set(change)
    .where('webhook', '=', webhook)
    .where('shard', '=', shardOfWebhook(webhook))
    .where('lease_until', '=', held)
    .returningAll()
    .executeTakeFirst();
}

/** Makes a queue due immediately. */
export async function makeQueueDue(tx: Queries, webhook: string): Promise<void> {
  await tx
    .updateTable('event_lanes')
    .set({ due_at: 0 })
    .where('webhook', '=', webhook)
    .where('shard', '=', shardOfWebhook(webhook))
    .execute();
}

/** Ends a pause, and what is known of failures: the next attempt is due immediately. */
export async function resumeQueue(tx: Queries, webhook: string): Promise<void> {
  await tx
    .updateTable('event_lanes')
    .set({ due_at: 0, failures: 0, failing_since: null, paused_at: null })
    .where('webhook', '=', webhook)
    .where('shard', '=', shardOfWebhook(webhook))
    .execute();
}

/** Releases all leases. For the embedded database at start: it has one process, so every lease is of a dead one. */
export async function releaseQueueLeases(tx: Queries): Promise<void> {
  await tx.updateTable('event_lanes').set({ lease_until: 0 }).where('lease_until', '>', 0).execute();
}

const findWebhookById = prepared((db, value: Values<{ webhook: string }>) =>
  db
    .selectFrom('event_webhooks')
    .selectAll()
    .where('id', '=', value('webhook'))
    .where('deleted_at', 'is', null),
);

/** The webhook of that id, of any owner. */
export async function findWebhook(db: Queries, webhook: string): Promise<EventWebhookRow | undefined> {
  const [row] = await findWebhookById(db, { webhook });
  return row;
}

/** A webhook whose last delivery failed, since when, and why; and since when it is paused for that. */
export type FailingWebhook = EventWebhookRow & {
  failing_since: number;
  paused_at: number | null;
  problem: string | null;
};

/** Those of an account in both regions, whatever their queue holds. */
export async function listFailingWebhooks(db: Queries, account: string): Promise<FailingWebhook[]> {
  const rows = await db
    .selectFrom('event_webhooks as w')
    .innerJoin('event_lanes as l', 'l.webhook', 'w.id')
    .selectAll('w')
    .select((eb) => [
      'l.failing_since',
      'l.paused_at',
      eb
        .selectFrom('event_attempts as a')
        .select('a.problem')
        .whereRef('a.webhook', '=', 'w.id')
        .whereRef('a.shard', '=', 'l.shard')
        // The last one failed, as its lane does.
        .orderBy('a.id', 'desc')
        .limit(1)
        .as('problem'),
    ])
    .where('w.account', '=', account)
    .where('l.failing_since', 'is not', null)
    .execute();
  return rows.flatMap(({ failing_since, ...row }) =>
    failing_since === null ? [] : [{ ...row, failing_since }],
  );
}

/** Queued events in order: their number, their sequence ranges, how many of each kind, and their JSON joined by `betweenEvents`. */
export type QueuedEvents = {
  events: number;
  runs: SequenceRange[];
  kinds: [WebhookKind, number][];
  text: string;
};

/** Receivers that get the events parsed write them out again like this to verify the signature. */
export const betweenEvents = ',\r\n';

export type ReadLimit = 250 | 50 | 10 | 1;

/** One statement for each limit, so that PostgreSQL knows it when planning. */
const readQueries: Record<ReadLimit, ReturnType<typeof readQuery>> = {
  250: readQuery(250),
  50: readQuery(50),
  10: readQuery(10),
  1: readQuery(1),
};

/**
 * The first `size` queued events of a webhook after `after`. The database aggregates them into one row, as transferring a row
 * for each takes longer than finding them; where one is encrypted they are read as rows, which are decrypted.
 */
export async function readQueue(
  db: Queries,
  webhook: string,
  after: number,
  size: ReadLimit,
): Promise<QueuedEvents> {
  const [row] = await readQueries[size](db, { webhook, after });
  const events = Number(row?.events ?? 0);
  if (row === undefined || events === 0) return { events: 0, runs: [], kinds: [], text: '' };
  if (row.text === null) {
    const rows = await waiting(db, webhook, after, size).execute();
    return {
      events: rows.length,
      runs: rangesOf(rows.map(({ seq }) => Number(seq))),
      kinds: countsOf(rows.map(({ kind }) => kind)),
      text: rows.map(({ payload }) => payload).join(betweenEvents),
    };
  }
  const runs =
    row.numbers === null ? [[row.first, row.last] as const] : rangesOf(row.numbers.split(',').map(Number));
  const kinds =
    row.kinds === null
      ? [[row.kind, events] as [WebhookKind, number]]
      : countsOf(row.kinds.split(',') as WebhookKind[]);
  return { events, runs, kinds, text: row.text };
}

function waiting(db: Queries, webhook: string, after: number, size: ReadLimit) {
  return db
    .selectFrom('event_queue as q')
    .innerJoin('mail_events as e', (join) =>
      join.onRef('e.seq', '=', 'q.event').onRef('e.shard', '=', 'q.shard'),
    )
    .select(['e.seq', 'e.kind', 'e.payload'])
    .where('q.webhook', '=', webhook)
    .where('q.event', '>', after)
    .orderBy('q.event')
    .limit(sql.lit(size));
}

function readQuery(size: ReadLimit) {
  return prepared((db, value: Values<{ webhook: string; after: number }>) =>
    db.selectFrom(waiting(db, value('webhook'), value('after'), size).as('waiting')).select((eb) => [
      eb.fn.countAll<number>().as('events'),
      eb.fn.min('seq').as('first'),
      eb.fn.max('seq').as('last'),
      eb.fn.min('kind').as('kind'),
      // Aggregated in the order of the subquery. Null in the usual case of no gap and one kind, as lists are slow to split.
      sql<
        string | null
      >`case when max(seq) - min(seq) >= count(*) then string_agg(cast(seq as text), ',') end`.as('numbers'),
      sql<string | null>`case when min(kind) < max(kind) then string_agg(kind, ',') end`.as('kinds'),
      // Null where one is a cell that has to be decrypted by itself.
      sql<
        string | null
      >`case when max(case when substr(payload, 1, 1) = ${sql.lit(cellMark)} then 1 else 0 end) = 0
          then string_agg(payload, ${sql.lit(betweenEvents)}) end`.as('text'),
    ]),
  );
}

function rangesOf(numbers: readonly number[]): SequenceRange[] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === number - 1) run[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

function countsOf(kinds: readonly WebhookKind[]): [WebhookKind, number][] {
  const counts = new Map<WebhookKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts];
}

const deleteRange = prepared((db, value: Values<{ webhook: string; first: number; last: number }>) =>
  db
    .deleteFrom('event_queue')
    .where('webhook', '=', value('webhook'))
    .where('event', '>=', value('first'))
    .where('event', '<=', value('last')),
);

/** Removes the events of these ranges from the queue. */
export async function dequeueEvents(
  tx: Queries,
  webhook: string,
  runs: readonly SequenceRange[],
): Promise<void> {
  // An event that was committed late lies between two ranges, never within one.
  for (const [first, last] of runs) await deleteRange(tx, { webhook, first, last });
}

/** Removes some events from the queue; false when there were none. */
export async function clearQueuePiece(tx: Queries, webhook: string): Promise<boolean> {
  const some = { of: 'webhook', by: 'event', limit: 500 } as const;
  return (await deleteSome(tx, 'event_queue', some, webhook)) !== null;
}

/**
 * Deletes some of what belongs to a webhook that is deleted, or without any the webhook. About how many bytes that had; null once
 * the webhook is gone.
 */
export async function deleteWebhookPiece(tx: Queries, webhook: string): Promise<number | null> {
  if (await clearQueuePiece(tx, webhook)) return 0;
  const some = { of: 'webhook', by: 'id', text: 'response', limit: 50 } as const;
  const attempts = await deleteSome(tx, 'event_attempts', some, webhook);
  if (attempts !== null) return attempts;
  const gone = tx.deleteFrom('event_webhooks').where('id', '=', webhook).where('deleted_at', 'is not', null);
  await gone.execute();
  return null;
}

/** Webhooks of all accounts whose deliveries have failed since before `before`, up to `limit`. */
export function listFailingSince(
  db: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<Pick<EventWebhookRow & FailingWebhook, 'id' | 'account' | 'url' | 'failing_since'>[]> {
  return db
    .selectFrom('event_lanes as l')
    .innerJoin('event_webhooks as w', 'w.id', 'l.webhook')
    .select(['w.id', 'w.account', 'w.url'])
    .select((eb) => eb.ref('l.failing_since').$notNull().as('failing_since'))
    .where('w.enabled', '=', 1)
    .where('l.failing_since', '<=', before)
    .orderBy('l.failing_since')
    .limit(limit)
    .execute();
}
