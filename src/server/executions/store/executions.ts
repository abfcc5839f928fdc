/** Stores executions. */

import { sql } from 'kysely';
import { beyondAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries, ReadAcrossShards } from '../../platform/database/database.ts';
import { hotKey } from '../../platform/database/dialect.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import {
  prepared,
  preparedAcrossShards,
  type Values,
  valuesOf,
} from '../../platform/database/prepared-query.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { shardOfExecution } from '../../platform/database/shard.ts';
import { type AddressPair, inShard, type PairInShard, type SidInShard, sidInShard } from './in-shard.ts';
import { firstLogNumber, logNumberAfterTurn } from './turn-log.ts';

export type ExecutionValues = { [K in keyof ExecutionRow]: ExecutionRow[K] };

/** The statement that inserts an execution. It fails on the constraint `executions_one_per_pair`. */
export function insertExecutionStatement(db: Queries, value: Values<ExecutionValues>) {
  return db.insertInto('executions').values({
    ...valuesOf(value, 'sid', 'shard', 'account', 'flow', 'revision', 'contact', 'channel', 'exclusive'),
    ...valuesOf(value, 'status', 'waiting', 'widget', 'state', 'context', 'version', 'due_at'),
    ...valuesOf(value, 'expires_at', 'initiated_by', 'parent', 'parent_effect', 'parent_step'),
    ...valuesOf(value, 'created_at', 'updated_at', 'event', 'error'),
    log_number: firstLogNumber(db),
  });
}

const insertRow = prepared((db, value: Values<ExecutionValues>) =>
  insertExecutionStatement(db, value)
    .onConflict((conflict) =>
      conflict
        .columns(hotKey(db, ['account', 'contact', 'channel']))
        .where('status', '=', sql.lit('active'))
        .where('exclusive', '=', sql.lit(1))
        .doNothing(),
    )
    .returning('sid'),
);

/** False, and nothing is stored, when the address pair has another exclusive execution that is active. */
export async function insertExecution(tx: Queries, row: ExecutionRow): Promise<boolean> {
  return (await insertRow(tx, row)).length === 1;
}

const findActiveSid = prepared((db, value: Values<PairInShard>) => {
  const active = () =>
    db
      .selectFrom('executions')
      .select('sid')
      .where('shard', '=', value('shard'))
      .where('account', '=', value('account'))
      .where('contact', '=', value('contact'))
      .where('channel', '=', value('channel'))
      .where('status', '=', sql.lit('active'));
  // Two queries in one, because each kind has its own partial index.
  return active()
    .where('exclusive', '=', sql.lit(1))
    .unionAll(active().where('exclusive', '=', sql.lit(0)).where('parent', 'is', null))
    .limit(sql.lit(1));
});

/** SID of an active execution of the address pair, exclusive or concurrent, that is no subflow of another. */
export async function activeExecutionOf(tx: Queries, pair: AddressPair): Promise<string | undefined> {
  return (await findActiveSid(tx, inShard(pair)))[0]?.sid;
}

export type ExecutionUpdate = Pick<
  ExecutionRow,
  | 'sid'
  | 'shard'
  | 'status'
  | 'waiting'
  | 'widget'
  | 'state'
  | 'context'
  | 'version'
  | 'due_at'
  | 'updated_at'
  | 'event'
  | 'error'
>;

export type VersionedUpdate = ExecutionUpdate & { expected_version: number };

/** Optimistic locking: updates the row if it is at `expected_version`; returns its SID then. */
export function updateExecution(db: Queries, value: Values<VersionedUpdate>) {
  return db
    .updateTable('executions')
    .set({
      ...valuesOf(value, 'status', 'waiting', 'widget', 'state', 'context', 'version', 'due_at'),
      ...valuesOf(value, 'updated_at', 'event', 'error'),
      log_number: logNumberAfterTurn(db),
    })
    .where('sid', '=', value('sid'))
    .where('shard', '=', value('shard'))
    .where('version', '=', value('expected_version'))
    .returning('sid');
}

const setEndedBy = prepared((db, value: Values<SidInShard & { ended_by: string | null }>) =>
  db
    .updateTable('executions')
    .set({ ended_by: value('ended_by') })
    .where('sid', '=', value('sid'))
    .where('shard', '=', value('shard')),
);

/** Keeps who ended the execution. */
export async function recordEndedBy(tx: Queries, sid: string, by: string | null): Promise<void> {
  await setEndedBy(tx, { ...sidInShard(sid), ended_by: by });
}

/** Replaces the variables of an execution whose row is locked, whether or not it has ended. */
export async function setExecutionContext(tx: Queries, sid: string, context: string): Promise<void> {
  await tx
    .updateTable('executions')
    .set((row) => ({ context, version: row('version', '+', 1) }))
    .where('sid', '=', sid)
    .where('shard', '=', shardOfExecution(sid))
    .execute();
}

/** @throws when `rows`, what `updateExecution` returned, is empty */
export function assertUpdated(update: ExecutionUpdate, rows: readonly unknown[]): void {
  if (rows.length !== 1) throw new Error(`Execution ${update.sid} was changed by another transaction.`);
}

const findActiveChildSid = prepared((db, value: Values<{ parent: string; shard: number }>) =>
  db
    .selectFrom('executions')
    .select('sid')
    .where('parent', '=', value('parent'))
    .where('shard', '=', value('shard'))
    .where('status', '=', sql.lit('active')),
);

/** SID of the active subflow of `parent`. */
export async function findActiveChild(db: Queries, parent: string): Promise<string | undefined> {
  return (await findActiveChildSid(db, { parent, shard: shardOfExecution(parent) }))[0]?.sid;
}

const findBySid = prepared((db, value: Values<SidInShard>) =>
  db.selectFrom('executions').selectAll().where('sid', '=', value('sid')).where('shard', '=', value('shard')),
);

/**
 * The execution that acts for `sid` now: its running child, or else itself. Not locked.
 */
export async function findActingExecution(db: Queries, sid: string): Promise<ExecutionRow | undefined> {
  const [row] = await findBySid(db, sidInShard(sid));
  if (row?.waiting !== 'effect') return row;
  const child = await findActiveChild(db, sid);
  return child === undefined ? row : (await findBySid(db, sidInShard(child)))[0];
}

const updateDueAt = prepared((db, value: Values<SidInShard & { due_at: number }>) =>
  db
    .updateTable('executions')
    .set({ due_at: value('due_at') })
    .where('sid', '=', value('sid'))
    .where('shard', '=', value('shard')),
);

/** Postpones the execution's timer. */
export async function postpone(tx: Queries, sid: string, until: number): Promise<void> {
  await updateDueAt(tx, { ...sidInShard(sid), due_at: until });
}

const findNextTimer = preparedAcrossShards((db) =>
  db
    .selectFrom('executions')
    .select('due_at')
    .where('status', '=', sql.lit('active'))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(sql.lit(1)),
);

/** When the first timer of all active executions is due, epoch milliseconds; null when there is none. */
export async function nextTimer(read: ReadAcrossShards): Promise<number | null> {
  const found = await read((db, shards) => findNextTimer(db, {}, shards));
  return found.length === 0 ? null : Math.min(...found.map(({ due_at }) => Number(due_at)));
}

const findDue = preparedAcrossShards((db, value: Values<{ now: number }>) =>
  db
    .selectFrom('executions')
    .select('sid')
    .where('status', '=', sql.lit('active'))
    .where('due_at', '<=', value('now'))
    .orderBy('due_at')
    .limit(sql.lit(200)),
);

/** SIDs of active executions whose timer is due, longest overdue first, at most 200. */
export async function findDueExecutions(
  db: Queries,
  now: number,
  shards: readonly number[] | null = null,
): Promise<string[]> {
  return (await findDue(db, { now }, shards)).map(({ sid }) => sid);
}

const findOne = prepared((db, value: Values<SidInShard & { account: string }>) =>
  db
    .selectFrom('executions')
    .selectAll()
    .where('sid', '=', value('sid'))
    .where('shard', '=', value('shard'))
    .where('account', '=', value('account')),
);

/** An execution of the account, not locked; only of that flow when one is named. */
export async function findExecution(
  db: Queries,
  { flow, account, sid }: { account: string; sid: string; flow?: string },
): Promise<ExecutionRow | undefined> {
  const [row] = await findOne(db, { account, ...sidInShard(sid) });
  return flow === undefined || row?.flow === flow ? row : undefined;
}

/** What a list shows of an execution. */
export type ExecutionListRow = Omit<ExecutionRow, 'shard' | 'state' | 'context' | 'log_number' | 'ended_by'>;

export type ExecutionFilter = {
  flow: string;
  status?: ExecutionRow['status'] | undefined;
  /** Epoch milliseconds: on or after, and before. */
  from?: number | undefined;
  to?: number | undefined;
};

/** Executions of a flow, newest first. */
export function listExecutions(
  db: Queries,
  filter: ExecutionFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<ExecutionListRow>> {
  return fetchKeysetPage(request, (bounds) => {
    let query = db
      .selectFrom('executions')
      .select([
        'sid',
        'account',
        'flow',
        'revision',
        'contact',
        'channel',
        'exclusive',
        'status',
        'waiting',
        'widget',
      ])
      .select(['version', 'due_at', 'expires_at', 'initiated_by', 'parent', 'parent_effect', 'parent_step'])
      .select(['created_at', 'updated_at', 'purged_at', 'event', 'error'])
      .where('flow', '=', filter.flow);
    // As a literal, so that the index of active executions can serve.
    if (filter.status !== undefined) query = query.where('status', '=', sql.lit(filter.status));
    if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
    if (filter.to !== undefined) query = query.where('created_at', '<', filter.to);
    return query
      .where(beyondAgeCursor(bounds))
      .orderBy('created_at', bounds.order)
      .orderBy('sid', bounds.order)
      .limit(bounds.limit)
      .execute();
  });
}

/** Removes the execution with its children, steps and jobs. False when there is none. */
export async function deleteExecution(tx: Queries, sid: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('executions')
    .where('sid', '=', sid)
    .where('shard', '=', shardOfExecution(sid))
    .returning('sid')
    .execute();
  return rows.length === 1;
}
