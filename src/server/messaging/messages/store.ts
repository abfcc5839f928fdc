/**
 * Stores messages. The primary key makes the processing of inbound deliveries idempotent: account and SID, on PostgreSQL with
 * the shard. So a message that came in is in the shard of its own addresses, which is the same at each delivery, and not
 * in that of its execution, which may be over at the second one (docs/decisions/047).
 */

import type { MessageStatus } from '#api/messaging/operations.ts';
import {
  type AddressPair,
  type Concurrent,
  concurrentStatement,
  inShard,
  type PairInShard,
} from '../../executions/service/lookup.ts';
import { contactRevisionStatement } from '../../flows/runnable/service.ts';
import { beyondAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { ExecutionRow, MessageRow } from '../../platform/database/schema/tables.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';
import { type AddressCarrier, addressCarrierOf, addressCarrierStatement } from '../carriers/store.ts';

const insertRow = prepared((db, value: Values<MessageRow>) =>
  db
    .insertInto('messages')
    .values({
      account: value('account'),
      sid: value('sid'),
      shard: value('shard'),
      flow: value('flow'),
      execution: value('execution'),
      direction: value('direction'),
      sender: value('sender'),
      recipient: value('recipient'),
      body: value('body'),
      media: value('media'),
      status: value('status'),
      reply_to: value('reply_to'),
      carrier: value('carrier'),
      effect: value('effect'),
      content: value('content'),
      error_code: value('error_code'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
    })
    .onConflict((conflict) => conflict.columns(hotKey(db, ['account', 'sid'])).doNothing())
    .returning('sid'),
);

/** False, and nothing is stored, when the account has a message with that SID already. */
export async function insertMessage(tx: Queries, row: MessageRow): Promise<boolean> {
  return (await insertRow(tx, row)).length === 1;
}

/** Stores for which execution a message is. */
export async function setMessageExecution(
  tx: Queries,
  { account, sid, shard }: Pick<MessageRow, 'account' | 'sid' | 'shard'>,
  execution: string,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ execution })
    .where('shard', '=', shard)
    .where('account', '=', account)
    .where('sid', '=', sid)
    .execute();
}

/** What an execution has sent in reply to an inbound message, in the order in which it was sent. */
export function repliesTo(
  db: Queries,
  execution: Pick<ExecutionRow, 'account' | 'sid'>,
  inbound: string,
): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('shard', '=', shardOfExecution(execution.sid))
    .where('account', '=', execution.account)
    .where('reply_to', '=', inbound)
    .orderBy('created_at')
    .orderBy('sid')
    .execute();
}

export type MessageFilter = {
  account: string;
  sender?: string | undefined;
  recipient?: string | undefined;
  execution?: string | undefined;
};

/** Messages of the account, newest first. */
export function listMessages(
  db: Queries,
  filter: MessageFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<MessageRow>> {
  return fetchKeysetPage(request, (bounds) => {
    let query = db.selectFrom('messages').selectAll().where('account', '=', filter.account);
    if (filter.sender !== undefined) query = query.where('sender', '=', filter.sender);
    if (filter.execution !== undefined) query = query.where('execution', '=', filter.execution);
    if (filter.recipient !== undefined) query = query.where('recipient', '=', filter.recipient);
    return query
      .where(beyondAgeCursor(bounds))
      .orderBy('created_at', bounds.order)
      .orderBy('sid', bounds.order)
      .limit(bounds.limit)
      .execute();
  });
}

export function findMessage(db: Queries, account: string, sid: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** The message of an execution's send-message command. */
export function findMessageOf(
  db: Queries,
  key: { account: string; execution: string; effect: string },
): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('account', '=', key.account)
    .where('execution', '=', key.execution)
    .where('shard', '=', shardOfExecution(key.execution))
    .where('effect', '=', key.effect)
    .executeTakeFirst();
}

/**
 * Sets what the carrier reports about a message. `newSid` is the carrier's SID of it, which replaces ours, unless another
 * message of the account has it.
 */
export async function setMessageStatus(
  tx: Queries,
  message: Pick<MessageRow, 'account' | 'sid' | 'shard'>,
  change: { status: MessageStatus; error_code: string | null; now: number; newSid?: string },
): Promise<void> {
  const { account, sid, shard } = message;
  const { status, error_code, now, newSid = sid } = change;
  const isFree = newSid === sid || (await findMessage(tx, account, newSid)) === undefined;
  await tx
    .updateTable('messages')
    .set({ sid: isFree ? newSid : sid, status, error_code, updated_at: now })
    .where('shard', '=', shard)
    .where('account', '=', account)
    .where('sid', '=', sid)
    .execute();
}

type LookupValues = PairInShard & { flow: string; address: string };

const lookUp = prepared((db, value: Values<LookupValues>) =>
  db
    .selectFrom(
      addressCarrierStatement(db, value as Values<{ account: string; address: string }>).as('carriers'),
    )
    .leftJoin(contactRevisionStatement(db, value).as('flows'), (join) => join.onTrue())
    .leftJoin(concurrentStatement(db, value).as('concurrent'), (join) => join.onTrue())
    .select(['address_sid', 'carrier', 'default_carrier'])
    .select(['flow_sid', 'contact_revision'])
    .select(['concurrent.sid as concurrent_sid', 'concurrent.waiting']),
);

export type FirstMessageLookup = {
  revision: number | 'missing' | 'unpublished';
  concurrent: Concurrent | undefined;
  /** Of the flow's address. */
  carrier: AddressCarrier;
};

/** What there is for a message of `pair.contact` to the flow at `pair.channel`. */
export async function lookUpForFirstMessage(
  tx: Queries,
  pair: AddressPair,
  flow: string,
): Promise<FirstMessageLookup> {
  const [row] = await lookUp(tx, { ...inShard(pair), flow, address: pair.channel });
  const { concurrent_sid: sid = null, waiting = null } = row ?? {};
  return {
    revision:
      row === undefined || row.flow_sid === null ? 'missing' : (row.contact_revision ?? 'unpublished'),
    concurrent: sid === null ? undefined : { sid, waiting },
    carrier: addressCarrierOf(row),
  };
}
