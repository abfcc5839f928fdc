/**
 * Row locks on executions. Every turn locks its execution first, and a parent before its child, so that no two
 * transactions wait for each other.
 */

import { sql } from 'kysely';
import { lockFirst } from '../../platform/database/across-shards.ts';
import type { Queries } from '../../platform/database/database.ts';
import { lockRows } from '../../platform/database/dialect.ts';
import { prepared, type Values } from '../../platform/database/prepared-query.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { type AddressPair, inShard, type PairInShard, type SidInShard, sidInShard } from './in-shard.ts';

export type { AddressPair } from './in-shard.ts';

const lockBySid = prepared((db, value: Values<SidInShard>) =>
  lockRows(
    db,
    db
      .selectFrom('executions')
      .selectAll()
      .where('sid', '=', value('sid'))
      .where('shard', '=', value('shard')),
  ),
);

const findParent = prepared((db, value: Values<SidInShard>) =>
  db
    .selectFrom('executions')
    .select('parent')
    .where('sid', '=', value('sid'))
    .where('shard', '=', value('shard')),
);

/**
 * The execution, locked until the transaction ends. Its parent is locked before it, so that a parent and
 * its child never wait for each other.
 */
export async function lockExecution(tx: Queries, sid: string): Promise<ExecutionRow | undefined> {
  const [row] = await findParent(tx, sidInShard(sid));
  if (row === undefined) return undefined;
  if (row.parent !== null) await lockBySid(tx, sidInShard(row.parent));
  return (await lockBySid(tx, sidInShard(sid)))[0];
}

const lockExclusive = prepared((db, value: Values<PairInShard>) =>
  lockRows(
    db,
    db
      .selectFrom('executions')
      .selectAll()
      .where('shard', '=', value('shard'))
      .where('account', '=', value('account'))
      .where('contact', '=', value('contact'))
      .where('channel', '=', value('channel'))
      .where('status', '=', sql.lit('active'))
      .where('exclusive', '=', sql.lit(1)),
  ),
);

/** The statement that finds the concurrent execution of the address pair that takes its messages, or else the newest. */
export function concurrentStatement(db: Queries, value: Values<PairInShard>) {
  return db
    .selectFrom('executions')
    .select(['sid', 'waiting'])
    .where('shard', '=', value('shard'))
    .where('account', '=', value('account'))
    .where('contact', '=', value('contact'))
    .where('channel', '=', value('channel'))
    .where('status', '=', sql.lit('active'))
    .where('exclusive', '=', sql.lit(0))
    .orderBy(sql`case when waiting = 'reply' then 0 when parent is null then 1 else 2 end`)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1));
}

const findConcurrent = prepared(concurrentStatement);

/** What `concurrentStatement` finds. */
export type Concurrent = Pick<ExecutionRow, 'sid' | 'waiting'>;

/** The active exclusive execution of the address pair, locked. */
export async function lockExclusiveExecution(
  tx: Queries,
  pair: AddressPair,
): Promise<ExecutionRow | undefined> {
  return (await lockExclusive(tx, inShard(pair)))[0];
}

/**
 * The active execution that a message between an address pair is for, locked; undefined when there is none. `busy` is
 * then the SID of an active one that takes no message, such as a concurrent call.
 */
export type Listener = { row: ExecutionRow | undefined; busy: string | null };

/**
 * Locks the active execution that a message between these addresses is for: `exclusive`, which is locked, unless it does
 * not wait for a reply while a concurrent one does (its subflow, or a concurrent call).
 */
export async function lockListeningExecution(
  tx: Queries,
  pair: AddressPair,
  exclusive: ExecutionRow | undefined,
): Promise<Listener> {
  if (exclusive?.waiting === 'reply') return { row: exclusive, busy: null };
  const [concurrent] = await findConcurrent(tx, inShard(pair));
  return lockListening(tx, exclusive, concurrent);
}

/** As `lockListeningExecution`, where the concurrent execution, or that there is none, is known too. */
export async function lockListening(
  tx: Queries,
  exclusive: ExecutionRow | undefined,
  concurrent: Concurrent | undefined,
): Promise<Listener> {
  if (concurrent?.waiting !== 'reply') {
    return { row: exclusive, busy: exclusive === undefined ? (concurrent?.sid ?? null) : null };
  }
  const row = await lockExecution(tx, concurrent.sid);
  // It may have changed between the query and the lock.
  return { row: row?.waiting === 'reply' ? row : exclusive, busy: null };
}

const findExclusive = prepared((db, value: Values<PairInShard>) =>
  db
    .selectFrom('executions')
    .select('sid')
    .where('shard', '=', value('shard'))
    .where('account', '=', value('account'))
    .where('contact', '=', value('contact'))
    .where('channel', '=', value('channel'))
    .where('status', '=', sql.lit('active'))
    .where('exclusive', '=', sql.lit(1)),
);

/** Whether any execution of the pair is active. Two queries, as each kind has an index of its own. */
export async function isPairActive(db: Queries, pair: AddressPair): Promise<boolean> {
  const [exclusive] = await findExclusive(db, inShard(pair));
  return exclusive !== undefined || (await findConcurrent(db, inShard(pair))).length > 0;
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

const lockIfDue = prepared((db, value: Values<SidInShard & { now: number }>) =>
  lockRows(
    db,
    db
      .selectFrom('executions')
      .selectAll()
      .where('sid', '=', value('sid'))
      .where('shard', '=', value('shard'))
      .where('status', '=', sql.lit('active'))
      .where('due_at', '<=', value('now')),
    'skip',
  ),
);

const lockParentIfFree = prepared((db, value: Values<SidInShard>) =>
  lockRows(
    db,
    db
      .selectFrom('executions')
      .select('sid')
      .where('sid', '=', value('sid'))
      .where('shard', '=', value('shard')),
    'skip',
  ),
);

/**
 * The longest overdue execution that no other transaction has locked, locked together with its parent; `none` when
 * there is none, `busy` when the parent is locked: waiting for it could deadlock. `due` are those to choose from, null for all.
 */
export async function lockDueExecution(
  tx: Queries,
  now: number,
  due: readonly string[] | null,
): Promise<ExecutionRow | 'none' | 'busy'> {
  const row = await lockFirst(due, {
    atOnce: async () => (await lockNextDue(tx, { now }))[0],
    lock: async (sid) => (await lockIfDue(tx, { ...sidInShard(sid), now }))[0],
  });
  if (row === undefined) return 'none';
  if (row.parent !== null && (await lockParentIfFree(tx, sidInShard(row.parent))).length === 0) return 'busy';
  return row;
}
