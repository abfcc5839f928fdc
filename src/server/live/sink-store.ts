/** Rows of event sinks: destination, position in the log of turns, and lease. */

import { sql } from 'kysely';
import { auditEventType } from '#api/live/events.ts';
import { hasTurnsSince } from '../platform/database/across-shards.ts';
import type { Queries } from '../platform/database/database.ts';
import {
  fetchPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import { prepared, type Values } from '../platform/database/prepared-query.ts';
import type { SinkRow } from '../platform/database/schema/live.ts';
import { shardOfAccount } from '../platform/database/shard.ts';

export async function insertSink(tx: Queries, row: SinkRow): Promise<void> {
  await tx.insertInto('sinks').values(row).execute();
}

export async function countSinks(db: Queries, account: string): Promise<number> {
  const row = await db
    .selectFrom('sinks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Sinks of the account, newest first; positions are SIDs. */
export function listSinks(
  db: Queries,
  account: string,
  request: KeysetPageRequest,
): Promise<KeysetPage<SinkRow>> {
  return fetchPage(
    request,
    db
      .selectFrom('sinks')
      .selectAll()
      .where('shard', '=', shardOfAccount(account))
      .where('account', '=', account),
  );
}

export function findSink(db: Queries, account: string, sid: string): Promise<SinkRow | undefined> {
  return db
    .selectFrom('sinks')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sid', '=', sid)
    .executeTakeFirst();
}

/** Undefined when the account has no such sink. */
export function updateSink(
  tx: Queries,
  { account, sid }: { account: string; sid: string },
  change: Partial<SinkRow>,
): Promise<SinkRow | undefined> {
  return tx
    .updateTable('sinks')
    .set(change)
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sid', '=', sid)
    .returningAll()
    .executeTakeFirst();
}

/** False when there is none. */
export async function deleteSinkRow(tx: Queries, account: string, sid: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('sinks')
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sid', '=', sid)
    .returning('sid')
    .execute();
  return rows.length === 1;
}

const auditKind = `%"${auditEventType}"%`;

/** Makes the sinks of the account due that take events of the audit log: from a number on, also where they had come farther. */
export async function setDueForAudit(
  tx: Queries,
  account: string,
  now: number,
  behind: number,
): Promise<void> {
  // Somebody has set back the end of the chain.
  const audit_sequence = sql<number>`case when audit_sequence > ${behind} then ${behind} else audit_sequence end`;
  await tx
    .updateTable('sinks')
    .set({ wake_at: now, audit_sequence })
    .where('account', '=', account)
    .where('shard', '=', shardOfAccount(account))
    .where('status', '=', 'active')
    .where('kinds', 'like', auditKind)
    .execute();
}

/** What decides whether a worker processes a sink now. */
export type DueSink = Pick<SinkRow, 'sid' | 'account' | 'lease_until'>;

const findToWake = prepared((db, value: Values<{ now: number; limit: number }>) =>
  db
    .selectFrom('sinks')
    .select(['sid', 'account', 'lease_until'])
    .where('wake_at', '<=', value('now'))
    .orderBy('wake_at')
    .limit(value('limit')),
);

/** Sinks that a worker has to look at now, by an index that has no others; longest due first, up to `limit`. */
export function listSinksToWake(db: Queries, now: number, limit: number): Promise<DueSink[]> {
  return findToWake(db, { now, limit });
}

/** Sinks of these accounts that take events now, leased ones included. */
export function listActiveSinksOf(db: Queries, accounts: readonly string[], now: number): Promise<DueSink[]> {
  return db
    .selectFrom('sinks')
    .select(['sid', 'account', 'lease_until'])
    .where('account', 'in', accounts)
    .where('status', '=', 'active')
    .where('due_at', '<=', now)
    .execute();
}

/**
 * SIDs of unleased sinks with something to post now, longest due first, up to `limit`. It asks for each sink of all
 * accounts, so a process does it once, at its start.
 */
export async function listSinksBehind(db: Queries, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sinks as s')
    .select('s.sid')
    .where('s.lease_until', '<=', now)
    .where((eb) =>
      eb.or([
        eb('s.test_wanted', '=', 1),
        eb.and([eb('s.status', '=', 'active'), eb('s.due_at', '<=', now), hasTurnsSince(db)]),
      ]),
    )
    .orderBy('s.due_at')
    .limit(limit)
    .execute();
  return rows.map(({ sid }) => sid);
}

/** Leases a sink; undefined when it is leased already or deleted. */
export function leaseSink(
  tx: Queries,
  { sid, now, leaseUntil }: { sid: string; now: number; leaseUntil: number },
): Promise<SinkRow | undefined> {
  return tx
    .updateTable('sinks')
    .set({ lease_until: leaseUntil, wake_at: leaseUntil })
    .where('sid', '=', sid)
    .where('lease_until', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Updates a sink as the holder of the lease `held`; undefined when the lease or the sink is gone. One that would wait for
 * events is due at once when a test was requested meanwhile, or the audit log has gone on. That it was made due is asked of its own
 * row, too: PostgreSQL reads that again where the update has waited for the transaction that did so, but `audit_chains` as before.
 */
export function updateLeasedSink(
  tx: Queries,
  { sid, shard, held, now }: Pick<SinkRow, 'sid' | 'shard'> & { held: number; now: number },
  { wake_at = null, ...change }: Partial<SinkRow>,
): Promise<SinkRow | undefined> {
  const { status, audit_sequence } = change;
  const isActive = status === undefined ? sql`status = 'active'` : sql`${status} = 'active'`;
  const read =
    audit_sequence === undefined ? sql.ref('sinks.audit_sequence') : sql`cast(${audit_sequence} as bigint)`;
  const hasAudit = sql`${isActive} and kinds like ${auditKind} and exists (
    select 1 from audit_chains
    where audit_chains.shard = ${shard} and audit_chains.account = sinks.account and audit_chains.sequence > ${read})`;
  const requested = sql<
    number | null
  >`case when test_wanted = 1 or wake_at < ${held} or (${hasAudit}) then cast(${now} as bigint) end`;
  return tx
    .updateTable('sinks')
    .set({ ...change, wake_at: wake_at ?? requested })
    .where('sid', '=', sid)
    .where('shard', '=', shard)
    .where('lease_until', '=', held)
    .returningAll()
    .executeTakeFirst();
}

/** For the embedded database, whose one process has just started: the holder of any lease is gone. */
export async function releaseAllSinks(tx: Queries): Promise<void> {
  await tx.updateTable('sinks').set({ lease_until: 0, wake_at: 0 }).where('lease_until', '>', 0).execute();
}

/** Sinks of all accounts whose deliveries have failed since before `before`, up to `limit`. */
export function listFailingSinks(
  db: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<Pick<SinkRow, 'sid' | 'account' | 'destination' | 'failing_since'>[]> {
  return db
    .selectFrom('sinks')
    .select(['sid', 'account', 'destination', 'failing_since'])
    .where('failing_since', '<=', before)
    .orderBy('failing_since')
    .limit(limit)
    .execute();
}
