/** Store: email events, and their insertion into the delivery queues of webhooks. */

import type { WebhookKind } from '#api/email/event-webhooks.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { hotKey } from '../../../platform/database/dialect.ts';
import type { Owner } from '../../../platform/database/schema/email.ts';
import type { MailEventRow, QueuedEventRow } from '../../../platform/database/schema/email-deliveries.ts';
import { shardOfOutboundMail } from '../../../platform/database/shard.ts';
import { givingWay } from '../../../platform/event-loop-turn.ts';
import { ofOwner } from '../../owned-store.ts';

export type NewMailEventRow = Omit<MailEventRow, 'seq'>;

/** An event as its message has it. */
export type MessageEventRow = Pick<MailEventRow, 'shard' | 'id' | 'kind' | 'payload' | 'created_at'> & {
  seq: number;
};

/** Inserts events; those whose id the owner has already are skipped. Returns the sequence numbers of the new ones. */
export function insertEvents(
  tx: Queries,
  events: readonly NewMailEventRow[],
): Promise<{ seq: number; shard: number; id: string; kind: WebhookKind }[]> {
  return tx
    .insertInto('mail_events')
    .values(events)
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['account', 'region', 'id'])).doNothing())
    .returning(['seq', 'shard', 'id', 'kind'])
    .execute();
}

/** The enabled webhooks of an owner, with the JSON of the kinds that each is subscribed to. */
export function listEnabledWebhooks(db: Queries, owner: Owner): Promise<{ id: string; kinds: string }[]> {
  return db
    .selectFrom('event_webhooks')
    .select(['id', 'kinds'])
    .where(ofOwner(owner))
    .where('enabled', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
}

export async function enqueueEvents(tx: Queries, queued: readonly QueuedEventRow[]): Promise<void> {
  if (queued.length === 0) return;
  await tx
    .insertInto('event_queue')
    .values(queued)
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['webhook', 'event'])).doNothing())
    .execute();
}

const ofMessage = (db: Queries, owner: Owner, message: string) =>
  db
    .selectFrom('mail_events')
    .where(ofOwner(owner))
    .where('message', '=', message)
    .where('shard', '=', shardOfOutboundMail(message));

/** Of one message: each fetch of a tracking pixel adds an event, without credentials. */
const maxEventsOfMessage = 1_000;

/** The newest events of a message, 1,000 at most, oldest first. */
export async function listMessageEvents(
  db: Queries,
  owner: Owner,
  message: string,
): Promise<MessageEventRow[]> {
  const rows = await ofMessage(db, owner, message)
    .select(['seq', 'shard', 'id', 'kind', 'payload', 'created_at'])
    .orderBy('seq', 'desc')
    .limit(maxEventsOfMessage)
    .execute();
  return rows.reverse();
}

/** The first event of a message, of whichever kind. */
export function findFirstEvent(
  db: Queries,
  owner: Owner,
  message: string,
): Promise<{ payload: string } | undefined> {
  return ofMessage(db, owner, message).select('payload').orderBy('seq').limit(1).executeTakeFirst();
}

/** How often something happened to a message, last at `last_at`; `first` is the number of the first of these events. */
export type EventSummary = {
  message: string;
  kind: WebhookKind;
  count: number;
  last_at: number;
  first: number;
};

/** Events that are counted at once, of all messages of a page. */
const maxCounted = 10_000;

/** Of a message with very many events the first ones are counted. */
export async function summarizeEvents(
  db: Queries,
  owner: Owner,
  messages: readonly string[],
): Promise<EventSummary[]> {
  const together = await countEvents(db, owner, messages);
  const isWhole = together.reduce((sum, { count }) => sum + count, 0) < maxCounted;
  if (isWhole || messages.length <= 1) return together;
  const summaries: EventSummary[] = [];
  for await (const message of givingWay(messages))
    summaries.push(...(await countEvents(db, owner, [message])));
  return summaries;
}

async function countEvents(db: Queries, owner: Owner, messages: readonly string[]): Promise<EventSummary[]> {
  if (messages.length === 0) return [];
  const events = db
    .selectFrom('mail_events')
    .select(['message', 'kind', 'created_at', 'seq'])
    .where(ofOwner(owner))
    .where('message', 'in', messages)
    .where('shard', 'in', [...new Set(messages.map(shardOfOutboundMail))])
    .$if(messages.length === 1, (query) => query.orderBy('seq'))
    .limit(maxCounted);
  const rows = await db
    .selectFrom(events.as('e'))
    .select((eb) => [
      'message',
      'kind',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('created_at').as('last_at'),
      eb.fn.min('seq').as('first'),
    ])
    .groupBy(['message', 'kind'])
    .execute();
  return rows.map(({ message, kind, ...numbers }) => ({
    ...{ message: message ?? '', kind, count: Number(numbers.count) },
    ...{ last_at: Number(numbers.last_at), first: Number(numbers.first) },
  }));
}

/** The events with these numbers, of these messages. */
export async function listEventsByNumber(
  db: Queries,
  events: readonly Pick<EventSummary, 'message' | 'first'>[],
): Promise<{ message: string | null; payload: string }[]> {
  if (events.length === 0) return [];
  return db
    .selectFrom('mail_events')
    .select(['message', 'payload'])
    .where(
      'seq',
      'in',
      events.map(({ first }) => first),
    )
    .where('shard', 'in', [...new Set(events.map(({ message }) => shardOfOutboundMail(message)))])
    .execute();
}

/** Where a list of events goes on. */
export type EventPosition = { created_at: number; seq: number };

/** Events of an account between these times, newest first, before `before`. */
export async function listEventsBefore(
  db: Queries,
  account: string,
  { from, to, before, limit }: { from: number; to: number; before: EventPosition | null; limit: number },
): Promise<(EventPosition & Pick<MailEventRow, 'region' | 'message'>)[]> {
  let query = db
    .selectFrom('mail_events')
    .select(['seq', 'created_at', 'region', 'message'])
    .where('account', '=', account)
    .where('created_at', '>=', from)
    .where('created_at', '<=', before === null ? to : before.created_at);
  if (before !== null) {
    query = query.where((eb) =>
      eb.or([eb('created_at', '<', before.created_at), eb('seq', '<', before.seq)]),
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('seq', 'desc').limit(limit).execute();
}

/** The JSON of the events with these sequence numbers, in their order. */
export async function listEventsBySequence(
  db: Queries,
  owner: Owner,
  numbers: readonly number[],
): Promise<string[]> {
  if (numbers.length === 0) return [];
  const rows = await db
    .selectFrom('mail_events')
    .select('payload')
    .where(ofOwner(owner))
    .where('seq', 'in', numbers)
    .orderBy('seq')
    .execute();
  return rows.map(({ payload }) => payload);
}

/** Events of a message that are looked at for the next one. */
const maxLookedAt = 500;

/** Whether a message has an event of that kind already. One with more events than are looked at counts as one that has. */
export async function hasMessageEvent(
  db: Queries,
  owner: Owner,
  { message, kind }: { message: string; kind: WebhookKind },
): Promise<boolean> {
  const all = ofMessage(db, owner, message).select('kind').orderBy('seq');
  const first = all.limit(maxLookedAt).as('first');
  const same = db.selectFrom(first).select('kind').where('kind', '=', kind).limit(1);
  if ((await same.executeTakeFirst()) !== undefined) return true;
  return (await all.offset(maxLookedAt).limit(1).executeTakeFirst()) !== undefined;
}

/** Deletes the account's oldest events, of `before` or earlier, also from all queues; returns how many. */
export async function deleteOldEvents(
  tx: Queries,
  { account, before, limit }: { account: string; before: number; limit: number },
): Promise<number> {
  const old = await tx
    .selectFrom('mail_events')
    .select('seq')
    .where('account', '=', account)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  if (old.length === 0) return 0;
  const events = old.map(({ seq }) => seq);
  // No foreign key does this: it would need an index, which every event would pay for.
  await tx
    .deleteFrom('event_queue')
    .where('webhook', 'in', tx.selectFrom('event_webhooks').select('id').where('account', '=', account))
    .where('event', 'in', events)
    .execute();
  await tx.deleteFrom('mail_events').where('seq', 'in', events).execute();
  return events.length;
}
