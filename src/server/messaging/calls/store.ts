/** Stores calls. */

import type { CallStatus } from '#api/messaging/operations.ts';
import { beyondAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { CallRow } from '../../platform/database/schema/tables.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';

/** What finds a call without looking into other shards. */
type CallKey = Pick<CallRow, 'account' | 'sid' | 'shard'>;

const insertRow = prepared((db, value: Values<CallRow>) =>
  db
    .insertInto('calls')
    .values({
      account: value('account'),
      sid: value('sid'),
      shard: value('shard'),
      flow: value('flow'),
      execution: value('execution'),
      direction: value('direction'),
      sender: value('sender'),
      recipient: value('recipient'),
      status: value('status'),
      effect: value('effect'),
      carrier: value('carrier'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
    })
    .onConflict((conflict) => conflict.columns(hotKey(db, ['account', 'sid'])).doNothing())
    .returning('sid'),
);

/** False, and nothing is stored, when the account has a call with that SID already. */
export async function insertCall(tx: Queries, row: CallRow): Promise<boolean> {
  return (await insertRow(tx, row)).length === 1;
}

export function findCall(db: Queries, account: string, sid: string): Promise<CallRow | undefined> {
  return db
    .selectFrom('calls')
    .selectAll()
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** The call of an execution's place-call command. */
export function findCallOf(
  db: Queries,
  key: { account: string; execution: string; effect: string },
): Promise<CallRow | undefined> {
  return db
    .selectFrom('calls')
    .selectAll()
    .where('account', '=', key.account)
    .where('execution', '=', key.execution)
    .where('shard', '=', shardOfExecution(key.execution))
    .where('effect', '=', key.effect)
    .executeTakeFirst();
}

const setExecutionOf = prepared((db, value: Values<CallKey & { execution: string }>) =>
  db
    .updateTable('calls')
    .set({ execution: value('execution') })
    .where('shard', '=', value('shard'))
    .where('account', '=', value('account'))
    .where('sid', '=', value('sid')),
);

/** Sets the execution that a call started. */
export async function assignCall(tx: Queries, key: CallKey & { execution: string }): Promise<void> {
  await setExecutionOf(tx, key);
}

const setStatusOf = prepared((db, value: Values<CallKey & { status: CallStatus; now: number }>) =>
  db
    .updateTable('calls')
    .set({ status: value('status'), updated_at: value('now') })
    .where('shard', '=', value('shard'))
    .where('account', '=', value('account'))
    .where('sid', '=', value('sid')),
);

export async function setCallStatus(
  tx: Queries,
  { account, sid, shard }: CallKey,
  change: { status: CallStatus; now: number },
): Promise<void> {
  await setStatusOf(tx, { account, sid, shard, ...change });
}

/** Replaces our SID of a call by its carrier's, unless another call of the account has that. */
export async function renameCall(
  tx: Queries,
  { account, sid, shard }: CallKey,
  newSid: string,
): Promise<void> {
  if (newSid === sid || (await findCall(tx, account, newSid)) !== undefined) return;
  await tx
    .updateTable('calls')
    .set({ sid: newSid })
    .where('shard', '=', shard)
    .where('account', '=', account)
    .where('sid', '=', sid)
    .execute();
}

/** Calls of the account, newest first. */
export function listCalls(
  db: Queries,
  filter: { account: string; status?: CallStatus | undefined; execution?: string | undefined },
  request: KeysetPageRequest,
): Promise<KeysetPage<CallRow>> {
  return fetchKeysetPage(request, (bounds) => {
    let query = db.selectFrom('calls').selectAll().where('account', '=', filter.account);
    if (filter.status !== undefined) query = query.where('status', '=', filter.status);
    if (filter.execution !== undefined) {
      query = query
        .where('execution', '=', filter.execution)
        .where('shard', '=', shardOfExecution(filter.execution));
    }
    return query
      .where(beyondAgeCursor(bounds))
      .orderBy('created_at', bounds.order)
      .orderBy('sid', bounds.order)
      .limit(bounds.limit)
      .execute();
  });
}
