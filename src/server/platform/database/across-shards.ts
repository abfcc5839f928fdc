/**
 * What looks into all shards: one statement, or on Citus, which has no row locks, recursions and subqueries that depend on a row
 * over several shards, what does the same by other means (docs/decisions/090).
 */

import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Queries, ReadAcrossShards } from './database.ts';
import { isDistributed, isPostgres, lockRows } from './dialect.ts';
import { settledLogNumbers } from './log-numbers.ts';

/**
 * Claims rows that are due: `choose` finds some, by queries with `lockClaimable`, and `claim` changes those of them that are
 * still due. One transaction; on Citus each shard has its own, so that it stays on one node, and a node that is gone does
 * not block the rows of the others.
 */
export async function claimAcrossShards<C extends { shard: number }, R>(
  database: Database,
  steps: {
    choose(read: ReadAcrossShards): Promise<readonly C[]>;
    claim(tx: Queries, chosen: readonly C[]): Promise<R[]>;
  },
): Promise<R[]> {
  if (isDistributed(database.read)) {
    return await writeByShard(database, await steps.choose(database.readAcrossShards), steps.claim);
  }
  return await database.write(async (tx) => {
    const chosen = await steps.choose(async (read) => [...(await read(tx, null))]);
    return chosen.length === 0 ? [] : await steps.claim(tx, chosen);
  });
}

/** In `choose`: passes over rows that others have locked. On Citus nothing is locked before `claim`. */
export function lockClaimable<DB, TB extends keyof DB, O>(
  db: Queries,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return isDistributed(db) ? query : lockRows(db, query, 'skip');
}

/**
 * Writes what belongs to several shards and need not be written together: in one transaction, or on Citus in one for each shard.
 *
 * @throws when one failed and none succeeded
 */
export async function writeByShard<C extends { shard: number }, R>(
  database: Database,
  rows: readonly C[],
  write: (tx: Queries, own: readonly C[]) => Promise<R[]>,
): Promise<R[]> {
  if (rows.length === 0) return [];
  const parts = isDistributed(database.read) ? [...Map.groupBy(rows, ({ shard }) => shard).values()] : [rows];
  const written = await Promise.allSettled(parts.map((own) => database.write((tx) => write(tx, own))));
  const values = written.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = written.find((each) => each.status === 'rejected');
  if (failed !== undefined && values.length === 0) throw failed.reason;
  return values.flat();
}

/** What `lockFirst` chooses from, found before its transaction; null where one statement finds and locks. */
export async function findCandidates<C>(
  database: Database,
  read: (db: Queries, shards: readonly number[] | null) => Promise<C[]>,
): Promise<C[] | null> {
  return isDistributed(database.read) ? await database.readAcrossShards(read) : null;
}

/** The first row that is due and that others have not locked: `atOnce` locks it, or `lock` the first of `candidates` that is free. */
export async function lockFirst<C, R>(
  candidates: readonly C[] | null,
  steps: { atOnce(): Promise<R | undefined>; lock(candidate: C): Promise<R | undefined> },
): Promise<R | undefined> {
  if (candidates === null) return await steps.atOnce();
  for (const candidate of candidates) {
    const row = await steps.lock(candidate);
    if (row !== undefined) return row;
  }
  return undefined;
}

/**
 * A query of the different values of an indexed column of the rows where `condition` holds (null: of all), as `value`: by steps
 * in the index from one to the next, so its cost does not grow with the rows. Citus reads the index as a whole.
 */
export function distinctValues(
  db: Queries,
  table: string,
  column: string,
  condition: RawBuilder<boolean> = sql`true`,
): RawBuilder<{ value: string }> {
  const [from, name] = [sql.table(table), sql.ref(column)];
  if (isDistributed(db)) return sql`select distinct ${name} as value from ${from} where ${condition}`;
  return sql`
    with recursive steps (value) as (
      select min(${name}) from ${from} where ${condition}
      union all
      select (select min(${name}) from ${from} where ${condition} and ${name} > steps.value)
      from steps where steps.value is not null)
    select value from steps where value is not null`;
}

/**
 * The job that is due first of each account, by its key: each is found by a step in the index by account, so that what one
 * account has in the queue does not slow it down. On Citus each node gives the first of each account, by all that are due.
 */
export async function firstDueJobs(
  db: Queries,
  now: number,
  shards: readonly number[] | null,
): Promise<string[]> {
  if (!isDistributed(db)) {
    const { rows } = await sql<{ key: string | null }>`
      select (
        select j.key from jobs j
        where j.account = o.value and j.dead_at is null and j.run_at <= ${now}
        order by j.run_at limit 1) as key
      from (${distinctValues(db, 'jobs', 'account', sql`dead_at is null`)}) o`.execute(db);
    return rows.flatMap(({ key }) => key ?? []);
  }
  const within = shards === null ? sql`true` : sql`shard in (${sql.join(shards)})`;
  const { rows } = await sql<{ first: string }>`
    select min(lpad(run_at::text, 16, '0') || key) as first from jobs
    where dead_at is null and run_at <= ${now} and ${within} group by account`.execute(db);
  return rows.map(({ first }) => first.slice(16));
}

/** Rows of each account by subqueries in other shards: `find` is called with the column, or on Citus once for each account. */
export async function ofEachAccount<R>(
  db: Queries,
  find: (account: Expression<string>, isOne: boolean) => Promise<R[]>,
): Promise<R[]> {
  if (!isDistributed(db)) return await find(sql.ref<string>('accounts.sid'), false);
  const found: R[] = [];
  for (const { sid } of await db.selectFrom('accounts').select('sid').execute())
    found.push(...(await find(sql.val(sid), true)));
  return found;
}

/**
 * Whether the turn log has something for the sink `s` that was not taken yet. On Citus the turns of its account, which are in
 * other shards, are looked at as a whole, and some that are not settled yet may count.
 */
export function hasTurnsSince(db: Queries): RawBuilder<boolean> {
  if (isDistributed(db)) {
    return sql<boolean>`(s.account, s.xid) in (
      select behind.account, behind.xid from (select account, xid from sinks) behind
      join (select account, max(xid) as xid from live_turns group by account) newest
        on newest.account = behind.account and newest.xid >= behind.xid)`;
  }
  const settled = isPostgres(db) ? sql`t.xid < ${settledLogNumbers(db, 0)}` : sql`true`;
  return sql<boolean>`exists (
    select t.serial from live_turns t
    where t.account = s.account and (t.xid, t.serial) >= (s.xid, s.serial) and ${settled})`;
}
