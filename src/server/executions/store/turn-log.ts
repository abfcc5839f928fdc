/**
 * Appends to the turn log, from which live streams and event sinks read what happened (`live/store.ts`).
 *
 * Serials of an identity column do not commit in their order, so on PostgreSQL an entry also carries its transaction's
 * number, and readers stop at the oldest transaction that is still running. A turn that waited for another turn of its
 * execution may have the smaller transaction number, so an entry takes at least the number of the entry before, which the
 * execution's row keeps (docs/decisions/060). SQLite has one writer at a time: there the serial is the order, and the number changes only
 * where a backup was restored.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { isDistributed, isPostgres } from '../../platform/database/dialect.ts';
import { nextLogNumber, ownLogNumber, serialOfNode } from '../../platform/database/log-numbers.ts';
import { type Values, valuesOf } from '../../platform/database/prepared-query.ts';
import type { TurnRow } from '../../platform/database/schema/live.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';

/** With the number that the row of the execution has, as it was locked. */
export type TurnLogEntry = Omit<TurnRow, 'xid' | 'serial'> & Pick<ExecutionRow, 'log_number'>;

/** The number that the row of an execution takes with a turn; `db` is the transaction of the turn. */
export function logNumberAfterTurn(db: Queries): RawBuilder<number> {
  return isPostgres(db) ? nextLogNumber(db, sql.ref('log_number')) : sql`log_number`;
}

/** The same for an execution that begins. */
export function firstLogNumber(db: Queries): RawBuilder<number> {
  return isPostgres(db) ? ownLogNumber(db) : sql`0`;
}

/**
 * Appends an entry, in the transaction of its turn and after it has locked its execution.
 */
export function insertLogEntry(db: Queries, value: Values<TurnLogEntry>) {
  const entry = {
    xid: nextLogNumber(db, value('log_number')),
    ...valuesOf(value, 'account', 'flow', 'execution', 'shard', 'first_step', 'last_step', 'began'),
    ...valuesOf(value, 'ended', 'at'),
  };
  const insert = db.insertInto('live_turns');
  if (!isDistributed(db)) return insert.values(entry);
  const columns = Object.keys(entry) as (keyof typeof entry)[];
  const values = sql.join([...Object.values(entry), serialOfNode]);
  return insert.columns([...columns, 'serial']).expression(sql`overriding system value values (${values})`);
}
