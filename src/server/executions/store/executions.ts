/** The rows of executions. */

import { sql } from 'kysely';
import { beyondAgeCursor } from '../../platform/database/age-cursor.ts';
import type { Queries } from '../../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import { lockRows } from '../../platform/database/row-lock.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';

type AddressPair = { account: string; contact: string; channel: string };

const lockBySid = prepared((db, value: Values<{ sid: string }>) =>
  lockRows(db, db.selectFrom('executions').selectAll().where('sid', '=', value('sid'))),
);

const findParent = prepared((db, value: Values<{ sid: string }>) =>
  db.selectFrom('executions').select('parent').where('sid', '=', value('sid')),
);

/**
 * The execution, locked until the transaction ends. Its parent is locked before it, so that a parent and
 * its child never wait for each other.
 */
export async function lockExecution(tx: Queries, sid: string): Promise<ExecutionRow | undefined> {
  const [row] = await findParent(tx, { sid });
  if (row === undefined) return undefined;
  if (row.parent !== null) await lockBySid(tx, { sid: row.parent });
  return (await lockBySid(tx, { sid }))[0];
}

const lockExclusive = prepared((db, value: Values<AddressPair>) =>
  lockRows(
    db,
    db
      .selectFrom('executions')
      .selectAll()
      .where('account', '=', value('account'))
      .where('contact', '=', value('contact'))
      .where('channel', '=', value('channel'))
      .where('status', '=', sql.lit('active'))
      .where('exclusive', '=', sql.lit(1)),
  ),
);

const findConcurrentListener = prepared((db, value: Values<AddressPair>) =>
  db
    .selectFrom('executions')
    .select('sid')
    .where('account', '=', value('account'))
    .where('contact', '=', value('contact'))
    .where('channel', '=', value('channel'))
    .where('status', '=', sql.lit('active'))
    .where('exclusive', '=', sql.lit(0))
    .where('waiting', '=', sql.lit('reply'))
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1)),
);

/**
 * The active execution that a message of this pair is meant for, locked: the one that holds the pair, unless
 * it does not wait for a reply while one beside it does (its subflow, or a concurrent call).
 */
export async function lockListeningExecution(
  tx: Queries,
  pair: AddressPair,
): Promise<ExecutionRow | undefined> {
  const [holder] = await lockExclusive(tx, pair);
  if (holder?.waiting === 'reply') return holder;
  const [beside] = await findConcurrentListener(tx, pair);
  if (beside === undefined) return holder;
  const row = await lockExecution(tx, beside.sid);
  // Between finding and locking it may have moved on.
  return row?.waiting === 'reply' ? row : holder;
}

const insertRow = prepared((db, value: Values<{ [K in keyof ExecutionRow]: ExecutionRow[K] }>) =>
  db
    .insertInto('executions')
    .values({
      sid: value('sid'),
      account: value('account'),
      flow: value('flow'),
      revision: value('revision'),
      contact: value('contact'),
      channel: value('channel'),
      exclusive: value('exclusive'),
      status: value('status'),
      waiting: value('waiting'),
      state: value('state'),
      context: value('context'),
      version: value('version'),
      due_at: value('due_at'),
      expires_at: value('expires_at'),
      initiated_by: value('initiated_by'),
      parent: value('parent'),
      parent_effect: value('parent_effect'),
      parent_step: value('parent_step'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'contact', 'channel'])
        .where('status', '=', sql.lit('active'))
        .where('exclusive', '=', sql.lit(1))
        .doNothing(),
    )
    .returning('sid'),
);

/** False, and nothing is stored, when another active execution holds the pair. */
export async function insertExecution(tx: Queries, row: ExecutionRow): Promise<boolean> {
  return (await insertRow(tx, row)).length === 1;
}

const findExclusiveSid = prepared((db, value: Values<AddressPair>) =>
  db
    .selectFrom('executions')
    .select('sid')
    .where('account', '=', value('account'))
    .where('contact', '=', value('contact'))
    .where('channel', '=', value('channel'))
    .where('status', '=', sql.lit('active'))
    .where('exclusive', '=', sql.lit(1)),
);

/** SID of the active execution that holds the pair. */
export async function exclusiveExecutionOf(tx: Queries, pair: AddressPair): Promise<string | undefined> {
  return (await findExclusiveSid(tx, pair))[0]?.sid;
}

export type ExecutionUpdate = Pick<
  ExecutionRow,
  'sid' | 'status' | 'waiting' | 'state' | 'context' | 'version' | 'due_at' | 'updated_at'
>;

export type VersionedUpdate = ExecutionUpdate & { expected_version: number };

/** Updates the row if it is at version `was`; gives its SID then. */
export function updateExecution(db: Queries, value: Values<VersionedUpdate>) {
  return db
    .updateTable('executions')
    .set({
      status: value('status'),
      waiting: value('waiting'),
      state: value('state'),
      context: value('context'),
      version: value('version'),
      due_at: value('due_at'),
      updated_at: value('updated_at'),
    })
    .where('sid', '=', value('sid'))
    .where('version', '=', value('was'))
    .returning('sid');
}

/** @throws when `rows`, what `moveRow` gave, is empty */
export function assertUpdated(moved: ExecutionUpdate, rows: readonly unknown[]): void {
  if (rows.length !== 1) throw new Error(`Execution ${moved.sid} was moved by someone else.`);
}

const findActiveChild = prepared((db, value: Values<{ parent: string }>) =>
  db
    .selectFrom('executions')
    .select('sid')
    .where('parent', '=', value('parent'))
    .where('status', '=', sql.lit('active')),
);

/** SID of the child that runs on behalf of `parent`. */
export async function activeChildOf(db: Queries, parent: string): Promise<string | undefined> {
  return (await findActiveChild(db, { parent }))[0]?.sid;
}

const findBySid = prepared((db, value: Values<{ sid: string }>) =>
  db.selectFrom('executions').selectAll().where('sid', '=', value('sid')),
);

/**
 * The execution that acts for `sid` now: its running child, or else itself. Not locked.
 */
export async function actingExecution(db: Queries, sid: string): Promise<ExecutionRow | undefined> {
  const [row] = await findBySid(db, { sid });
  if (row?.waiting !== 'effect') return row;
  const child = await activeChildOf(db, sid);
  return child === undefined ? row : (await findBySid(db, { sid: child }))[0];
}

const updateDueAt = prepared((db, value: Values<{ sid: string; due_at: number }>) =>
  db
    .updateTable('executions')
    .set({ due_at: value('due_at') })
    .where('sid', '=', value('sid')),
);

/** Puts off the time at which an execution moves by itself. */
export async function postpone(tx: Queries, sid: string, until: number): Promise<void> {
  await updateDueAt(tx, { sid, due_at: until });
}

const lockNextDue = prepared((db, value: Values<{ now: number }>) =>
  lockRows(
    db,
    db
      .selectFrom('executions')
      .selectAll()
      .where('status', '=', sql.lit('active'))
      .where('due_at', '<=', value('now'))
      .orderBy('due_at')
      .limit(sql.lit(1)),
    'skip',
  ),
);

const lockParentIfFree = prepared((db, value: Values<{ sid: string }>) =>
  lockRows(db, db.selectFrom('executions').select('sid').where('sid', '=', value('sid')), 'skip'),
);

/**
 * The longest overdue execution that no other transaction holds, locked together with its parent; `none` when
 * there is none, `busy` when somebody holds the parent: waiting for it could be waiting for each other.
 */
export async function lockDueExecution(tx: Queries, now: number): Promise<ExecutionRow | 'none' | 'busy'> {
  const [row] = await lockNextDue(tx, { now });
  if (row === undefined) return 'none';
  if (row.parent !== null && (await lockParentIfFree(tx, { sid: row.parent })).length === 0) return 'busy';
  return row;
}

const findDue = prepared((db, value: Values<{ now: number }>) =>
  db
    .selectFrom('executions')
    .select('sid')
    .where('status', '=', sql.lit('active'))
    .where('due_at', '<=', value('now'))
    .orderBy('due_at')
    .limit(sql.lit(200)),
);

/** SIDs of active executions whose time has come, longest overdue first, at most 200. */
export async function findDueExecutions(db: Queries, now: number): Promise<string[]> {
  return (await findDue(db, { now })).map(({ sid }) => sid);
}

const findOne = prepared((db, value: Values<{ account: string; sid: string }>) =>
  db
    .selectFrom('executions')
    .selectAll()
    .where('sid', '=', value('sid'))
    .where('account', '=', value('account')),
);

/** An execution of the account, not locked; only of that flow when one is named. */
export async function findExecution(
  db: Queries,
  { flow, ...key }: { account: string; sid: string; flow?: string },
): Promise<ExecutionRow | undefined> {
  const [row] = await findOne(db, key);
  return flow === undefined || row?.flow === flow ? row : undefined;
}

/** What a list shows of an execution. */
export type ExecutionListRow = Omit<ExecutionRow, 'state' | 'context'>;

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
      .select(['sid', 'account', 'flow', 'revision', 'contact', 'channel', 'exclusive', 'status', 'waiting'])
      .select(['version', 'due_at', 'expires_at', 'initiated_by', 'parent', 'parent_effect', 'parent_step'])
      .select(['created_at', 'updated_at', 'purged_at'])
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
  const rows = await tx.deleteFrom('executions').where('sid', '=', sid).returning('sid').execute();
  return rows.length === 1;
}
