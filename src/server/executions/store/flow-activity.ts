/**
 * What executions of each flow do in an hour, and when each flow last started, added up with the transitions from the turn log
 * (docs/decisions/102). Test runs of drafts do not count.
 */

import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { isPostgres } from '../../platform/database/dialect.ts';
import type { FlowHourRow, FlowWatchRow } from '../../platform/database/schema/alerts.ts';

const hourMs = 3_600_000;

/** For how many hours they are kept: four weeks, and the hour that has begun. */
export const keptActivityHours = 28 * 24 + 1;

/** Adds the turns `t` where `condition` holds; in the transaction that counts their transitions. */
export async function addActivity(tx: Queries, condition: RawBuilder<unknown>): Promise<void> {
  const execution = isPostgres(tx)
    ? sql`cross join lateral (
        select error, initiated_by from executions where sid = t.execution and shard = t.shard offset 0) e`
    : sql`join executions e on e.sid = t.execution and e.shard = t.shard`;
  const turns = sql`from live_turns t ${execution}
    where ${condition} and coalesce(e.initiated_by, '') not like 'TR%'`;
  await sql`
    insert into flow_hours (flow, hour, account, started, ended, failed)
    select t.flow, t.at / ${sql.lit(hourMs)}, min(t.account), sum(t.began), sum(t.ended),
      sum(case when t.ended = 1 and e.error is not null then 1 else 0 end)
    ${turns} and (t.began = 1 or t.ended = 1)
    group by t.flow, t.at / ${sql.lit(hourMs)}
    on conflict (flow, hour) do update set started = flow_hours.started + excluded.started,
      ended = flow_hours.ended + excluded.ended, failed = flow_hours.failed + excluded.failed`.execute(tx);
  await sql`
    insert into flow_watches (flow, account, last_start_at, check_at)
    select t.flow, min(t.account), max(t.at), 0 ${turns} and t.began = 1
    group by t.flow
    on conflict (flow) do update set last_start_at = case
      when excluded.last_start_at > flow_watches.last_start_at then excluded.last_start_at
      else flow_watches.last_start_at end`.execute(tx);
}

/** The hours of a flow in which anything was, oldest first: at most 673. */
export function activityOf(
  db: Queries,
  flow: string,
  from: number,
): Promise<Pick<FlowHourRow, 'hour' | 'started'>[]> {
  return db
    .selectFrom('flow_hours')
    .select(['hour', 'started'])
    .where('flow', '=', flow)
    .where('hour', '>=', from)
    .orderBy('hour')
    .execute();
}

/** When a flow was started from `from` on, newest first; of its newest `limit` executions, without test runs of drafts. */
export async function startsOf(db: Queries, flow: string, from: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom('executions')
        .select(['created_at', 'initiated_by'])
        .where('flow', '=', flow)
        .where('created_at', '>=', from)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .as('newest'),
    )
    .select('created_at')
    .where((eb) => eb(eb.fn.coalesce('initiated_by', sql.lit('')), 'not like', 'TR%'))
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

/** Of flows with failures in the hours from `from` on, those rows; up to `limit`. */
export function failuresSince(
  db: Queries,
  from: number,
  limit: number,
): Promise<Pick<FlowHourRow, 'flow' | 'account' | 'hour' | 'ended' | 'failed'>[]> {
  return db
    .selectFrom('flow_hours as h')
    .select(['flow', 'account', 'hour', 'ended', 'failed'])
    .where('hour', '>=', from)
    .where((eb) =>
      eb(
        'flow',
        'in',
        eb
          .selectFrom('flow_hours as f')
          .select('f.flow')
          .where('f.hour', '>=', from)
          .where('f.failed', '>', 0)
          .groupBy('f.flow')
          .orderBy((order) => order.fn.sum('f.failed'), 'desc')
          .limit(limit),
      ),
    )
    .execute();
}

/** What ended and failed before the hour `before`, of all hours that are kept. */
export async function endsBefore(
  db: Queries,
  flow: string,
  before: number,
): Promise<{ ended: number; failed: number }> {
  const row = await db
    .selectFrom('flow_hours')
    .select((eb) => [eb.fn.sum<number>('ended').as('ended'), eb.fn.sum<number>('failed').as('failed')])
    .where('flow', '=', flow)
    .where('hour', '<', before)
    .executeTakeFirst();
  return { ended: Number(row?.ended ?? 0), failed: Number(row?.failed ?? 0) };
}

/** Flows that may have been silent for too long, longest due first. */
export function dueWatches(db: Queries, now: number, limit: number): Promise<FlowWatchRow[]> {
  return db
    .selectFrom('flow_watches')
    .selectAll()
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .execute();
}

export async function setNextChecks(
  tx: Queries,
  checks: readonly Pick<FlowWatchRow, 'flow' | 'check_at'>[],
): Promise<void> {
  for (const { flow, check_at } of checks)
    await tx.updateTable('flow_watches').set({ check_at }).where('flow', '=', flow).execute();
}

/** Has the flows of the account looked at by the next evaluation, because a rule has changed. */
export async function checkFlowsOf(tx: Queries, account: string): Promise<void> {
  await tx.updateTable('flow_watches').set({ check_at: 0 }).where('account', '=', account).execute();
}

/** How many flows of the account were started since. */
export async function countActiveFlows(db: Queries, account: string, since: number): Promise<number> {
  const row = await db
    .selectFrom('flow_watches')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account', '=', account)
    .where('last_start_at', '>=', since)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Deletes hours before `before`; the number of rows, `limit` at most. */
export async function deleteOldHours(tx: Queries, before: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('flow_hours')
    .select(['flow', 'hour'])
    .where('hour', '<', before)
    .orderBy('hour')
    .limit(limit)
    .execute();
  for (const { flow, hour } of old)
    await tx.deleteFrom('flow_hours').where('flow', '=', flow).where('hour', '=', hour).execute();
  return old.length;
}

/** Active executions that were due before `before`, longest due first, up to `limit`. */
export async function overdueExecutions(
  db: Queries,
  shards: readonly number[] | null,
  { before, limit }: { before: number; limit: number },
): Promise<{ account: string; flow: string; due_at: number | null }[]> {
  return db
    .selectFrom('executions')
    .select(['account', 'flow', 'due_at'])
    .where('status', '=', sql.lit('active'))
    .where('due_at', '<=', before)
    .$if(shards !== null, (query) => query.where('shard', 'in', shards ?? []))
    .orderBy('due_at')
    .limit(limit)
    .execute();
}
