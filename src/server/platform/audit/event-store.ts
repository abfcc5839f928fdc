/** Appends to the audit log. */

import type { Queries } from '../database/database.ts';
import type { AuditChainRow, AuditEventRow } from '../database/schema/audit.ts';
import { shardOfAccount } from '../database/shard.ts';

/** The event has no place in the chain yet. */
export type NewAuditEvent = Omit<AuditEventRow, 'shard' | 'sequence' | 'previous_hash' | 'hash'>;

/** One statement, so that it may be sent with the commit. */
export async function insertEvent(tx: Queries, event: NewAuditEvent): Promise<void> {
  await tx
    .insertInto('audit_events')
    .values({
      ...{ ...event, shard: shardOfAccount(event.account) },
      ...{ sequence: null, previous_hash: null, hash: null },
    })
    .execute();
}

/** Events of a chain behind a number, in its order: what sinks, files and the verification read. */
export function eventsBehind(
  db: Queries,
  account: string,
  sequence: number,
  limit: number,
): Promise<AuditEventRow[]> {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** The end of a chain, with what is known of its beginning; undefined before its first event. */
export function findChain(db: Queries, account: string): Promise<AuditChainRow | undefined> {
  return db
    .selectFrom('audit_chains')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .executeTakeFirst();
}
