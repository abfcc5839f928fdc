/** Rows of the audit log: lists, places in the chain, and what retention removes. Nothing else changes or deletes an event. */

import { type ExpressionBuilder, sql } from 'kysely';
import {
  emptyChain,
  hasNumber,
  noNumber,
  selectChains,
  selectEvents,
  soundChain,
  textUpTo,
  timeColumn,
} from '../platform/audit/event-store.ts';
import type { Queries } from '../platform/database/database.ts';
import { hotKey, isPostgres, lockRows } from '../platform/database/dialect.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import type { ActorKind, AuditChainRow, AuditEventCells } from '../platform/database/schema/audit.ts';
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
  selectEvents(db)
    .where('shard', '=', shardOfAccount(account))
    .where('account', '=', account)
    .where(conditions(filter));

/** Events that one statement looks at where a filter may leave all of them out: the embedded database does nothing else meanwhile. */
const windowSize = 5_000;

const isFiltered = (filter: AuditFilter) => Object.values(filter).some((each) => each !== undefined);

/** Behind an event, and up to another one; null for no end. */
type Window = { after: string | null; upTo: string | null };

/** The events of an account in pieces, in the order in which they are read; one piece without a filter. */
async function* windows(
  db: Queries,
  account: string,
  filter: AuditFilter,
  { isDown, position, farthest }: { isDown: boolean; position: string | null; farthest?: string | undefined },
): AsyncGenerator<Window, void> {
  for (let after = position; ; ) {
    let query = db
      .selectFrom('audit_events')
      .select('sid')
      .where('shard', '=', shardOfAccount(account))
      .where('account', '=', account);
    if (after !== null) query = query.where('sid', isDown ? '<' : '>', after);
    if (farthest !== undefined) query = query.where('sid', isDown ? '>' : '<', farthest);
    const last = isFiltered(filter)
      ? await query
          .orderBy('sid', isDown ? 'desc' : 'asc')
          .offset(windowSize - 1)
          .limit(1)
          .executeTakeFirst()
      : undefined;
    yield { after, upTo: last?.sid ?? null };
    // On the embedded database one may be null, behind or before all others.
    if (last?.sid == null) return;
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
): Promise<KeysetPage<AuditEventCells>> {
  return fetchKeysetPage(request, async ({ order, operator, position, limit }) => {
    const isDown = order === 'desc';
    let nearest: AuditEventCells[] = [];
    for (const account of accounts) {
      const farthest = nearest.length === limit ? nearest.at(-1)?.sid : undefined;
      const rows: AuditEventCells[] = [];
      for await (const { after, upTo } of windows(db, account, filter, { isDown, position, farthest })) {
        let query = filtered(db, account, filter);
        if (after !== null) query = query.where('sid', operator, after);
        if (farthest !== undefined) query = query.where('sid', isDown ? '>' : '<', farthest);
        if (upTo !== null) query = query.where('sid', isDown ? '>=' : '<=', upTo);
        rows.push(
          ...(await query
            .orderBy('audit_events.sid', order)
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

export type AccessRow = Pick<AuditEventCells, 'at' | 'operation' | 'actor_kind' | 'address'>;

/** Who did the newest events of an account, and from where; the newest first. */
export function listNewestAccess(db: Queries, account: string, limit: number): Promise<AccessRow[]> {
  return db
    .selectFrom('audit_events')
    .select([timeColumn, 'operation', 'actor_kind', 'address'])
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
  for (const { from, to } of ranges) {
    let sum = 0;
    // No event has such a SID: it is shorter.
    const bounds = { isDown: false, position: sidAt(from), farthest: sidAt(to) };
    for await (const own of countedTogether(db, accounts, bounds)) {
      const [single = ''] = own;
      const all =
        own.length > 1 ? [{ after: bounds.position, upTo: null }] : windows(db, single, filter, bounds);
      for await (const { after, upTo } of all) {
        let query = eventsOf(db, own, { ...bounds, position: after ?? '' })
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where(conditions(filter));
        if (upTo !== null) query = query.where('sid', '<=', upTo);
        sum += Number((await query.executeTakeFirstOrThrow()).count);
      }
    }
    counts.push(sum);
  }
  return counts;
}

type SidBounds = { position: string; farthest: string };

const eventsOf = (db: Queries, accounts: readonly string[], { position, farthest }: SidBounds) =>
  db
    .selectFrom('audit_events')
    .where('shard', 'in', [...new Set(accounts.map(shardOfAccount))])
    .where('account', 'in', accounts)
    .where('sid', '>', position)
    .where('sid', '<', farthest);

/** Groups of accounts which one statement counts, as they have few events together; each of those that have more by itself. */
async function* countedTogether(
  db: Queries,
  accounts: readonly string[],
  bounds: SidBounds,
): AsyncGenerator<readonly string[], void> {
  await eventLoopTurn.enter();
  const more =
    accounts.length > 1 &&
    (await eventsOf(db, accounts, bounds).select('sid').offset(windowSize).limit(1).executeTakeFirst());
  if (more === false || more === undefined) yield accounts;
  else {
    const half = Math.ceil(accounts.length / 2);
    yield* countedTogether(db, accounts.slice(0, half), bounds);
    yield* countedTogether(db, accounts.slice(half), bounds);
  }
}

/**
 * Events in the order of the chain, behind a number. `next` is where it goes on: as a filter may leave out all of them, only some
 * are looked at in one statement; null at the end.
 */
export async function listInChain(
  db: Queries,
  { account, after, limit }: { account: string; after: number; limit: number },
  filter: AuditFilter,
): Promise<{ rows: AuditEventCells[]; next: number | null }> {
  const inChain = <Query extends ReturnType<typeof filtered>>(query: Query) =>
    query.where('sequence', '>', after).where('sequence', '<', noNumber).orderBy('audit_events.sequence');
  const last = isFiltered(filter)
    ? await inChain(filtered(db, account, {}))
        .offset(windowSize - 1)
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const upTo = last?.sequence ?? null;
  const rows = await inChain(filtered(db, account, filter))
    .$if(upTo !== null, (query) => query.where('sequence', '<=', upTo))
    .limit(limit)
    .execute();
  return { rows, next: rows.length === limit ? (rows.at(-1)?.sequence ?? null) : upTo };
}

type Stretch = { anchor: number | null; after: number; upTo: number | null };

/** Events in no place of a chain: before its beginning, and, in a stretch of it, with a number that is none. */
export async function listStrays(
  db: Queries,
  account: string,
  { anchor, after, upTo }: Stretch,
  limit: number,
): Promise<AuditEventCells[]> {
  const all = filtered(db, account, {}).orderBy('audit_events.sequence').limit(limit);
  const odd = all.where('sequence', '>', after).where((eb) => eb.not(hasNumber(db)));
  return [
    ...(anchor === null ? [] : await all.where('sequence', '<=', anchor).execute()),
    ...(await (upTo === null ? odd : odd.where('sequence', '<=', upTo)).execute()),
  ];
}

/** The event, if it is in the chain of the account or of one below it: its SID does not say which, so all shards are asked. */
export function findEvent(db: Queries, account: string, sid: string): Promise<AuditEventCells | undefined> {
  return selectEvents(db)
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
): Promise<AuditEventCells[]> {
  return filtered(db, account, {}).where('sequence', 'in', sequences).execute();
}

/** Accounts with events that are in no chain yet, and '' for the installation: behind one of them, null for the first. */
export async function accountsToSeal(db: Queries, behind: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select('account')
    .distinct()
    .where('sequence', 'is', null)
    .where('account', behind === null ? '>=' : '>', behind ?? '')
    .orderBy('account')
    .limit(limit)
    .execute();
  return rows.map(({ account }) => account);
}

/** Locks the chain of an account, and begins it where there is none: who appends to it comes one after the other. */
export async function lockChain(tx: Queries, account: string): Promise<AuditChainRow> {
  const shard = shardOfAccount(account);
  await tx
    .insertInto('audit_chains')
    .values({ account, shard, ...emptyChain })
    .onConflict((conflict) => conflict.columns(hotKey(tx, ['account'])).doNothing())
    .execute();
  const query = selectChains(tx)
    .where('account', '=', account)
    .$if(isPostgres(tx), (own) => own.where('shard', '=', shard));
  return soundChain(await lockRows(tx, query).executeTakeFirstOrThrow());
}

type Few = { limit: number; offset: number };

/** The oldest events that are in no chain yet, without so many of them. */
export function listUnsealed(
  tx: Queries,
  account: string,
  { limit, offset }: Few,
): Promise<AuditEventCells[]> {
  return filtered(tx, account, {})
    .where('sequence', 'is', null)
    .orderBy('audit_events.sid')
    .limit(limit)
    .offset(offset)
    .execute();
}

export const takenAtOnce = 10_000;

/** Numbers behind the end of a chain, which nobody should have: the nearest ones. */
export async function numbersBehind(tx: Queries, account: string, end: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('audit_events')
    .select('sequence')
    // The embedded database has each number once in all shards.
    .$if(isPostgres(tx), (query) => query.where('shard', '=', shardOfAccount(account)))
    .where('account', '=', account)
    .where('sequence', '>', end)
    .where(hasNumber(tx))
    .orderBy('sequence')
    .limit(takenAtOnce)
    .execute();
  return rows.map(({ sequence }) => Number(sequence));
}

/** Writes the place of an event in its chain, once. False where its SID is none, so that it is not found. */
export async function seal(
  tx: Queries,
  account: string,
  { sid, sequence, previous_hash, hash }: AuditEventCells,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_events')
    .set({ sequence, previous_hash, hash })
    .where('shard', '=', shardOfAccount(account))
    .where('sid', '=', sid)
    .where('sequence', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function updateChain(
  tx: Queries,
  account: string,
  change: Partial<Omit<AuditChainRow, 'account' | 'shard'>>,
): Promise<void> {
  await tx
    .updateTable('audit_chains')
    .set(change)
    .where('account', '=', account)
    .$if(isPostgres(tx), (query) => query.where('shard', '=', shardOfAccount(account)))
    .execute();
}

/** Some chains behind that of an account, null for the first, with the hashes of their last events. */
export function listChains(
  db: Queries,
  behind: string | null,
  limit: number,
): Promise<Pick<AuditChainRow, 'account' | 'hash'>[]> {
  return db
    .selectFrom('audit_chains')
    .select(['account', textUpTo('hash')])
    .where('account', behind === null ? '>=' : '>', behind ?? '')
    .orderBy('account')
    .limit(limit)
    .execute();
}

export async function listAccountSids(db: Queries): Promise<string[]> {
  return (await db.selectFrom('accounts').select('sid').execute()).map(({ sid }) => sid);
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
