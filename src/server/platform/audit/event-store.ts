/** Appends to the audit log, and reads it: whatever somebody else has written into its rows, they can be read. */

import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { isPostgres } from '../database/dialect.ts';
import type { AuditChainRow, AuditEventCells, AuditEventRow } from '../database/schema/audit.ts';
import { shardOfAccount } from '../database/shard.ts';
import { firstHash, textOf } from './chain.ts';

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

/** Bytes; no event that the server wrote has longer ones. */
const maxTextBytes = 16_384;
const maxChangesBytes = 131_072;

/** The year 9999. */
const latestTime = 253_402_300_799_999;

/** Of a row whose number is none, as no text is on the embedded database: behind all others. */
export const noNumber = Number.MAX_SAFE_INTEGER;

/** A chain that ends behind this has an end that the server did not write; as many numbers are left to go on. */
const maxEnd = 2 ** 52;

const texts = [
  ...(['sid', 'account', 'previous_hash', 'hash', 'operation', 'actor_kind', 'actor_sid'] as const),
  ...(['actor_name', 'actor_role', 'object_kind', 'object_sid', 'object_name', 'reason'] as const),
  ...(['address', 'request'] as const),
];

/** A longer text is cut, so that its hash tells: nothing of any size has to be read. */
export function textUpTo<Column extends string>(column: Column, bytes = maxTextBytes) {
  const [cell, most] = [sql.ref(column), sql.lit(bytes)];
  return sql<string>`case when octet_length(${cell}) > ${most} then substr(${cell}, 1, ${most}) else ${cell} end`.as(
    column,
  );
}

/** JavaScript cannot read all whole numbers of the embedded database: -1 is a time that is none. */
export const timeColumn =
  sql<number>`case when at between 0 and ${sql.lit(latestTime)} then at else -1 end`.as('at');
const numberColumn = sql<number | null>`case when sequence is null then null
  when sequence between ${sql.lit(1 - noNumber)} and ${sql.lit(noNumber - 1)} then sequence
  else ${sql.lit(noNumber)} end`.as('sequence');

export const selectEvents = (db: Queries) =>
  db
    .selectFrom('audit_events')
    .select([
      ...texts.map((column) => textUpTo(column)),
      ...[textUpTo('changes', maxChangesBytes), timeColumn, numberColumn],
    ])
    .$castTo<AuditEventCells>();

/** The embedded database takes anything for a number. */
export const hasNumber = (db: Queries) => {
  const isNumber = isPostgres(db) ? sql`` : sql` and typeof(sequence) = 'integer'`;
  return sql<boolean>`(sequence < ${sql.lit(noNumber)}${isNumber})`;
};

/** Events of a chain behind a number, and up to another, in its order: what sinks and the verification read. */
export function eventsBehind(
  db: Queries,
  account: string,
  sequence: number,
  limit: number,
  upTo = noNumber,
): Promise<AuditEventCells[]> {
  return selectEvents(db)
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sequence', '>', sequence)
    .where('sequence', '<=', upTo)
    .where(hasNumber(db))
    .orderBy('audit_events.sequence')
    .limit(limit)
    .execute();
}

/** What a chain begins with. */
export const emptyChain = {
  ...{ sequence: 0, hash: firstHash, anchor_sequence: 0, anchor_hash: firstHash },
  ...{ kept_ms: null, head: null },
} as const satisfies Omit<AuditChainRow, 'account' | 'shard'>;

export const selectChains = (db: Queries) =>
  db
    .selectFrom('audit_chains')
    .select((['account', 'hash', 'anchor_hash', 'head'] as const).map((column) => textUpTo(column)))
    .select(
      (['sequence', 'anchor_sequence', 'kept_ms'] as const).map((column) =>
        sql<string>`cast(${sql.ref(column)} as text)`.as(column),
      ),
    )
    .$castTo<Record<keyof Omit<AuditChainRow, 'shard'>, unknown>>();

/** The end of a chain, with what is known of its beginning; undefined before its first event. */
export async function findChain(db: Queries, account: string): Promise<AuditChainRow | undefined> {
  const row = await selectChains(db)
    .where('account', '=', account)
    .$if(isPostgres(db), (query) => query.where('shard', '=', shardOfAccount(account)))
    .executeTakeFirst();
  return row && soundChain(row);
}

/** What is no number is where a chain begins; none ends before the events that retention has removed. */
export function soundChain(row: Partial<Record<keyof AuditChainRow, unknown>>): AuditChainRow {
  const whole = (cell: unknown) =>
    /^\d{1,16}$/.test(`${cell}`) && Number(cell) <= maxEnd ? Number(cell) : 0;
  const [account, anchor_sequence, kept_ms] = [
    textOf(row.account) ?? '',
    whole(row.anchor_sequence),
    whole(row.kept_ms),
  ];
  return {
    ...{ account, shard: shardOfAccount(account), hash: textOf(row.hash) ?? '' },
    ...{ anchor_sequence, anchor_hash: textOf(row.anchor_hash) ?? '', head: textOf(row.head) },
    ...{ sequence: Math.max(whole(row.sequence), anchor_sequence), kept_ms: kept_ms === 0 ? null : kept_ms },
  };
}
