/** Rows of the audit log: lists, places in the chain, and what retention removes. Nothing else changes or deletes an event. */

import { type ExpressionBuilder, sql } from 'kysely';
import { firstHash } from '../platform/audit/chain.ts';
import type { Queries } from '../platform/database/database.ts';
import { hotKey, lockRows } from '../platform/database/dialect.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import type { ActorKind, AuditChainRow, AuditEventRow } from '../platform/database/schema/audit.ts';
import type { Tables } from '../platform/database/schema/tables.ts';
import { shardOfAccount } from '../platform/database/shard.ts';
import { eventLoopTurn } from '../platform/event-loop-turn.ts';

export type AuditFilter = {
  actor?: string | undefined;
  by?: ActorKind | undefined;
  operation?: string | undefined;
  object?: string | undefined;
  objectSid?: string | undefined;
  search?: string | undefined;
  /** Epoch milliseconds. */
  from?: number | undefined;
  to?: number | undefined;
};

function conditions(filter: AuditFilter) {
  const { actor, by, operation, object, objectSid, search, from, to } = filter;
  const part = `%${(search ?? '').toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  const has = (column: 'actor_name' | 'object_name') =>
    sql<boolean>`lower(${sql.ref(column)}) like ${part} escape '\\'`;
  return (eb: ExpressionBuilder<Tables, 'audit_events'>) =>
    eb.and([
      ...(actor === undefined ? [] : [eb('actor_sid', '=', actor)]),
      ...(by === undefined ? [] : [eb('actor_kind', '=', by)]),
      ...(operation === undefined ? [] : [eb('operation', '=', operation)]),
      ...(object === undefined ? [] : [eb('object_kind', '=', object)]),
      ...(objectSid === undefined ? [] : [eb('object_sid', '=', objectSid)]),
      ...(from === undefined ? [] : [eb('at', '>=', from)]),
      ...(to === undefined ? [] : [eb('at', '<', to)]),
      ...(search === undefined
        ? []
        : [
            eb.or([
              ...(['sid', 'actor_sid', 'object_sid', 'request'] as const).map((column) =>
                eb(column, '=', search),
              ),
              ...[has('actor_name'), has('object_name')],
            ]),
          ]),
    ]);
}

const filtered = (db: Queries, account: string, filter: AuditFilter) =>
  db
    .selectFrom('audit_events')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where(conditions(filter));

/** Events that one statement looks at where a filter may leave all of them out: the embedded database does nothing else meanwhile. */
export const windowSize = 5_000;

/** Accounts that are counted one by one. */
const maxPieces = 20;

/** Behind an event, and up to another one; null for no end. */
type Window = { after: string | null; upTo: string | null };

/** The events of an account in pieces, in the order in which they are read; one piece without a filter. */
async function* windows(
  db: Queries,
  account: string,
  filter: AuditFilter,
  { isDown, position, farthest }: { isDown: boolean; position: string | null; farthest?: string | undefined },
): AsyncGenerator<Window, void> {
  const isFiltered = Object.values(filter).some((each) => each !== undefined);
  for (let after = position; ; ) {
    let query = db
      .selectFrom('audit_events')
      .select('sid')
      .where('shard', '=', shardOfAccount(account))
      .where('account', '=', account);
    if (after !== null) query = query.where('sid', isDown ? '<' : '>', after);
    if (farthest !== undefined) query = query.where('sid', isDown ? '>' : '<', farthest);
    const last = isFiltered
      ? await query
          .orderBy('sid', isDown ? 'desc' : 'asc')
          .offset(windowSize - 1)
          .limit(1)
          .executeTakeFirst()
      : undefined;
    yield { after, upTo: last?.sid ?? null };
    if (last === undefined) return;
    await eventLoopTurn.enter();
    after = last.sid;
  }
}

/**
 * Newest first; positions are SIDs. Each account is read by its own index, and only as far as its events are among the nearest
 * ones of those before.
 */
export function listEvents(
  db: Queries,
  accounts: readonly string[],
  filter: AuditFilter,
  request: KeysetPageRequest,
): Promise<KeysetPage<AuditEventRow>> {
  return fetchKeysetPage(request, async ({ order, operator, position, limit }) => {
    const isDown = order === 'desc';
    let nearest: AuditEventRow[] = [];
    for (const account of accounts) {
      const farthest = nearest.length === limit ? nearest.at(-1)?.sid : undefined;
      const rows: AuditEventRow[] = [];
      for await (const { after, upTo } of windows(db, account, filter, { isDown, position, farthest })) {
        let query = filtered(db, account, filter);
        if (after !== null) query = query.where('sid', operator, after);
        if (farthest !== undefined) query = query.where('sid', isDown ? '>' : '<', farthest);
        if (upTo !== null) query = query.where('sid', isDown ? '>=' : '<=', upTo);
        rows.push(
          ...(await query
            .orderBy('sid', order)
            .limit(limit - rows.length)
            .execute()),
        );
        if (rows.length === limit) break;
      }
      if (rows.length === 0) continue;
      nearest = [...nearest, ...rows]
        .sort((one, other) => (one.sid < other.sid === isDown ? 1 : -1))
        .slice(0, limit);
    }
    return nearest;
  });
}

export type AccessRow = Pick<AuditEventRow, 'at' | 'operation' | 'actor_kind' | 'address'>;

/** Who did the newest events of an account, and from where; the newest first. */
export function listNewestAccess(db: Queries, account: string, limit: number): Promise<AccessRow[]> {
  return db
    .selectFrom('audit_events')
    .select(['at', 'operation', 'actor_kind', 'address'])
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .orderBy('sid', 'desc')
    .limit(limit)
    .execute();
}

/**
 * How many events each range of times has, by the times in their SIDs: without a filter the index of the list answers alone.
 */
export async function countEvents(
  db: Queries,
  accounts: readonly string[],
  filter: AuditFilter,
  ranges: readonly { from: number; to: number }[],
): Promise<number[]> {
  const sidAt = (time: number) => `AE${Math.max(0, time).toString(16).padStart(12, '0')}`;
  const counts: number[] = [];
  // Of many accounts each has few events, and a statement for each of them would be more work than their events.
  const pieces = accounts.length > maxPieces ? [accounts] : accounts.map((account) => [account]);
  for (const { from, to } of ranges) {
    let sum = 0;
    for (const own of pieces) {
      // No event has such a SID: it is shorter.
      const bounds = { isDown: false, position: sidAt(from), farthest: sidAt(to) };
      const [single = ''] = own;
      const all =
        own.length > 1 ? [{ after: bounds.position, upTo: null }] : windows(db, single, filter, bounds);
      for await (const { after, upTo } of all) {
        let query = db
          .selectFrom('audit_events')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('shard', 'in', [...new Set(own.map(shardOfAccount))])
          .where('account', 'in', own)
          .where('sid', '>', after ?? '')
          .where('sid', '<', bounds.farthest)
          .where(conditions(filter));
        if (upTo !== null) query = query.where('sid', '<=', upTo);
        sum += Number((await query.executeTakeFirstOrThrow()).count);
      }
    }
    counts.push(sum);
  }
  return counts;
}

/** Events in the order of the chain, behind a number and up to another. */
export function listInChain(
  db: Queries,
  { account, after, upTo, limit }: { account: string; after: number; upTo: number | null; limit: number },
  filter: AuditFilter,
): Promise<AuditEventRow[]> {
  return filtered(db, account, filter)
    .where('sequence', '>', after)
    .$if(upTo !== null, (query) => query.where('sequence', '<=', upTo))
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** The event, if it is in the chain of the account or of one below it: its SID does not say which, so all shards are asked. */
export function findEvent(db: Queries, account: string, sid: string): Promise<AuditEventRow | undefined> {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('sid', '=', sid)
    .where((eb) =>
      eb.or([
        eb('account', '=', account),
        eb('account', 'in', eb.selectFrom('accounts').select('accounts.sid').where('parent', '=', account)),
      ]),
    )
    .executeTakeFirst();
}

export function findInChain(
  db: Queries,
  account: string,
  sequences: readonly number[],
): Promise<AuditEventRow[]> {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sequence', 'in', sequences)
    .execute();
}

/** Accounts with events that are in no chain yet, and '' for the installation. */
export async function accountsToSeal(db: Queries, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select('account')
    .distinct()
    .where('sequence', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ account }) => account);
}

/** Locks the chain of an account, and begins it where there is none: who appends to it comes one after the other. */
export async function lockChain(tx: Queries, account: string): Promise<AuditChainRow> {
  const shard = shardOfAccount(account);
  const beginning = {
    sequence: 0,
    hash: firstHash,
    anchor_sequence: 0,
    anchor_hash: firstHash,
    kept_ms: null,
  };
  await tx
    .insertInto('audit_chains')
    .values({ account, shard, ...beginning })
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['account'])).doNothing())
    .execute();
  const query = tx
    .selectFrom('audit_chains')
    .selectAll()
    .where('shard', '=', shard)
    .where('account', '=', account);
  return lockRows(tx, query).executeTakeFirstOrThrow();
}

/** The oldest events that are in no chain yet. */
export function listUnsealed(tx: Queries, account: string, limit: number): Promise<AuditEventRow[]> {
  return tx
    .selectFrom('audit_events')
    .selectAll()
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sequence', 'is', null)
    .orderBy('sid')
    .limit(limit)
    .execute();
}

/** Numbers behind the end of a chain, which nobody should have: the nearest ones. */
export async function numbersBehind(tx: Queries, account: string, end: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('audit_events')
    .select('sequence')
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sequence', '>', end)
    .orderBy('sequence')
    .limit(10_000)
    .execute();
  return rows.map(({ sequence }) => Number(sequence));
}

/** Writes the place of an event in its chain, once. */
export async function seal(
  tx: Queries,
  { sid, shard, sequence, previous_hash, hash }: AuditEventRow,
): Promise<void> {
  await tx
    .updateTable('audit_events')
    .set({ sequence, previous_hash, hash })
    .where('shard', '=', shard)
    .where('sid', '=', sid)
    .where('sequence', 'is', null)
    .execute();
}

export async function updateChain(
  tx: Queries,
  account: string,
  change: Partial<Omit<AuditChainRow, 'account' | 'shard'>>,
): Promise<void> {
  await tx
    .updateTable('audit_chains')
    .set(change)
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .execute();
}

export function listChains(db: Queries): Promise<AuditChainRow[]> {
  return db.selectFrom('audit_chains').selectAll().orderBy('account').execute();
}

/** Deletes the beginning of a chain, up to a number. */
export async function deleteUpTo(tx: Queries, account: string, sequence: number): Promise<void> {
  await tx
    .deleteFrom('audit_events')
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where('sequence', '<=', sequence)
    .execute();
}
