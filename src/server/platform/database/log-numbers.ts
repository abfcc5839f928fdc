/**
 * The numbers by which the turn log is ordered, as SQL. On PostgreSQL a number is that of a transaction and the lead
 * that this database has over its cluster, so that numbers go on rising when it is restored into a cluster that has
 * counted less (docs/decisions/025). On SQLite, which has one writer at a time, it is the lead alone.
 */

import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';
import { type CurrentLogNumbers, DistributedAdapter, isDistributed, isPostgres } from './dialect.ts';

/** Read with each use and not kept, so that all processes change to a new one at the same moment. */
const lead = sql<number>`(select lead from log_numbers where id = 1)`;

const leading = (transaction: RawBuilder<unknown>) => sql<number>`(${transaction}::text::bigint + ${lead})`;

const ofThis = leading(sql`pg_current_xact_id()`);

/**
 * The number of the transaction that runs it. On Citus by a function of migration 085: an insert with a subquery among its values would
 * be committed in two phases, between which a reader passes a number whose rows it cannot see yet.
 */
export function ownLogNumber(db: Queries): RawBuilder<number> {
  if (isDistributed(db)) return sql`transaction_log_number()`;
  return isPostgres(db) ? ofThis : lead;
}

/**
 * The number that an execution has with a turn: the transaction's, and at least `before`, that of the turn before. On Citus a greater
 * one than that, as the serials of two nodes do not say which was first.
 */
export function nextLogNumber(db: Queries, before: Expression<number> | number): RawBuilder<number> {
  const own = ownLogNumber(db);
  if (!isPostgres(db)) return own;
  return isDistributed(db) ? sql`greatest(${own}, ${before}::bigint + 1)` : sql`greatest(${own}, ${before})`;
}

/** On Citus: the serial of an entry, in the order of those of its node, and unlike those of others. */
export const serialOfNode = sql<number>`own_log_serial()`;

const settled = leading(sql`pg_snapshot_xmin(pg_current_snapshot())`);

/**
 * PostgreSQL: all transactions with a number below it are over. On Citus it is `known`, what `currentLogNumbers` gave before: the nodes
 * that a statement goes to do not have it.
 */
export function settledLogNumbers(db: Queries, known: number): RawBuilder<number> {
  return isDistributed(db) ? sql`${known}::bigint` : sql`(select ${settled})`;
}

/** PostgreSQL: all transactions with this number or a greater one have not begun. */
const futureLogNumbers = leading(sql`pg_snapshot_xmax(pg_current_snapshot())`);

/** The two of `CurrentLogNumbers` where the transactions of one server give the numbers, as columns. */
export const numbersOfTransactions = sql`${settled} as settled, ${futureLogNumbers} as newest`;

/** The number from which on nothing has been read by anybody, and the greatest that may have been given out. */
export async function currentLogNumbers(db: Queries): Promise<CurrentLogNumbers> {
  const { adapter } = db.getExecutor();
  if (adapter instanceof DistributedAdapter && adapter.logNumbers !== null) return await adapter.logNumbers();
  const query = isPostgres(db)
    ? sql<CurrentLogNumbers>`select ${numbersOfTransactions}`
    : sql<CurrentLogNumbers>`select ${lead} as settled, ${lead} as newest`;
  const { rows } = await query.execute(db);
  return { settled: Number(rows[0]?.settled), newest: Number(rows[0]?.newest) };
}
