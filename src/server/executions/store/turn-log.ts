/**
 * Appends to the turn log, from which live streams and event sinks read what happened (`live/store.ts`).
 *
 * Serials of an identity column do not commit in their order, so on PostgreSQL an entry also carries its transaction's
 * number, and readers stop at the oldest transaction that is still running. A turn that waited for another turn of its
 * execution may have the smaller transaction number, so an entry takes at least the number of the newest entry of its
 * account that it can see. SQLite has one writer at a time: there the serial is the order, and the number changes only
 * where a backup was restored.
 */

import { sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { isPostgres } from '../../platform/database/dialect.ts';
import { ownLogNumber } from '../../platform/database/log-numbers.ts';
import type { Values } from '../../platform/database/prepared-query.ts';
import type { TurnRow } from '../../platform/database/schema/live.ts';

export type TurnLogEntry = Omit<TurnRow, 'xid' | 'serial'>;

/** Appends an entry, in the transaction of its turn and after it has locked its execution. */
export function insertLogEntry(db: Queries, value: Values<TurnLogEntry>) {
  const own = ownLogNumber(db);
  const newest = db
    .selectFrom('live_turns')
    .select('xid')
    .where('account', '=', value('account'))
    .orderBy('xid', 'desc')
    .limit(sql.lit(1));
  return db.insertInto('live_turns').values({
    xid: isPostgres(db) ? sql<number>`greatest(${own}, (${newest}))` : own,
    account: value('account'),
    flow: value('flow'),
    execution: value('execution'),
    shard: value('shard'),
    first_step: value('first_step'),
    last_step: value('last_step'),
    began: value('began'),
    ended: value('ended'),
    at: value('at'),
  });
}
