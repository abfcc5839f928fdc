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
import type { Queries } from '../../platform/database/database.ts';
import { prepared, type Values, valuesOf } from '../../platform/database/prepared-query.ts';
import type { ExecutionRow, MessageRow } from '../../platform/database/schema/tables.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';
import { type AddressCarrier, addressCarrierOf, addressCarrierStatement } from '../carriers/store.ts';
import { type SubjectRowKey, subjectTable } from '../subjects/store.ts';

const messages = subjectTable<MessageRow>('messages', (value) => ({
  ...valuesOf(value, 'account', 'sid', 'shard', 'flow', 'execution', 'direction', 'sender', 'recipient'),
  ...valuesOf(value, 'body', 'media', 'status', 'reply_to', 'carrier', 'effect', 'content', 'error_code'),
  ...valuesOf(value, 'created_at', 'updated_at'),
}));

export const {
  insert: insertMessage,
  find: findMessage,
  findOf: findMessageOf,
  findReported: findReportedMessage,
  setExecution: setMessageExecution,
  list: listMessages,
} = messages;

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

/**
 * Sets what the carrier reports about a message. `newSid` is the carrier's SID of it, which replaces ours, unless another
 * message of the account has it.
 */
export function setMessageStatus(
  tx: Queries,
  message: SubjectRowKey,
  {
    newSid,
    now,
    ...status
  }: { status: MessageStatus; error_code: string | null; now: number; newSid?: string },
): Promise<void> {
  return messages.change(tx, message, {
    ...status,
    updated_at: now,
    ...(newSid !== undefined && { sid: newSid }),
  });
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
