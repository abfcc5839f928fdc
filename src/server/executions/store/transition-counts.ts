/**
 * How often executions took each transition, by hour. The turn log says which steps each turn added: `countTurns` adds
 * those up into rows, a few hundred turns at a time, and who reads the counts adds the turns behind them, in the same
 * statement. So they are exact at any moment, and a turn pays nothing for them (docs/decisions/043).
 */

import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { isPostgres, lockRows } from '../../platform/database/dialect.ts';
import { settledLogNumbers } from '../../platform/database/log-numbers.ts';
import type {
  TransitionCountProgressRow,
  TransitionCountRow,
} from '../../platform/database/schema/execution-lists.ts';
import { addActivity } from './flow-activity.ts';

export const hourMs = 3_600_000;

/** For how many hours counts are kept: seven days, and the hour that has begun. */
export const keptHours = 7 * 24 + 1;

/** A place in the turn log: the serial alone is the order of the embedded file, and the only index there. */
function isFrom(db: Queries, { xid, serial }: Place): RawBuilder<boolean> {
  return isPostgres(db)
    ? sql<boolean>`(t.xid, t.serial) >= (${xid}::bigint, ${serial}::bigint)`
    : sql<boolean>`t.serial >= ${serial}`;
}

type Place = Pick<TransitionCountProgressRow, 'xid' | 'serial'>;

/** Before the first turn of the log that is not counted. */
const progress = (db: Queries) =>
  db.selectFrom('transition_count_progress').select(['xid', 'serial']).where('id', '=', 1);

/** The turns that are not counted. `place` is where the progress was a moment ago: it only lets the index serve. */
function isUncounted(db: Queries, place: Place): RawBuilder<boolean> {
  const of = (column: string) => sql`(select ${sql.ref(column)} from transition_count_progress where id = 1)`;
  return isPostgres(db)
    ? sql<boolean>`${isFrom(db, place)} and (t.xid, t.serial) >= (${of('xid')}, ${of('serial')})`
    : sql<boolean>`${isFrom(db, place)} and t.serial >= ${of('serial')}`;
}

/**
 * A row for each transition that turns `t` took, but for those of deleted executions. On PostgreSQL each turn looks into
 * the two indexes, whatever the planner believes about the number of turns.
 */
function transitionsOf(db: Queries): RawBuilder<unknown> {
  const execution = sql`executions where sid = t.execution and shard = t.shard`;
  const steps = sql`steps where execution = t.execution and shard = t.shard and seq between t.first_step and t.last_step`;
  return isPostgres(db)
    ? sql`cross join lateral (select revision from ${execution} offset 0) e
        cross join lateral (select * from ${steps} offset 0) s`
    : sql`join executions e on e.sid = t.execution and e.shard = t.shard
        join steps s on s.execution = t.execution and s.shard = t.shard and s.seq between t.first_step and t.last_step`;
}

const keyOfTransition = sql`t.flow, s.transitioned_from, t.at / ${sql.lit(hourMs)}, e.revision, s.name, s.transitioned_to`;

/** Turns that one transaction counts: some milliseconds. */
const turnsAtOnce = 200;

/**
 * Counts the next turns of the log; true when there may be more. Does nothing while another process counts. On PostgreSQL
 * only turns of transactions that are over are counted, as no other can come to stand before them (docs/decisions/011): `settled` is what
 * `currentLogNumbers` gave before the transaction.
 */
export async function countTurns(tx: Queries, settled: number): Promise<boolean> {
  const [place] = await lockRows(tx, progress(tx), 'skip').execute();
  if (place === undefined) return false;
  const isSettled = isPostgres(tx)
    ? sql<boolean>`t.xid < ${settledLogNumbers(tx, settled)}`
    : sql<boolean>`true`;
  const { rows: turns } = await sql<Place>`
    select t.xid, t.serial from live_turns t where ${isFrom(tx, place)} and ${isSettled}
    order by ${isPostgres(tx) ? sql`t.xid, t.serial` : sql`t.serial`} limit ${sql.lit(turnsAtOnce)}`.execute(
    tx,
  );
  const last = turns.at(-1);
  if (last === undefined) return false;
  const next = { xid: last.xid, serial: last.serial + 1 };
  await sql`
    insert into transition_counts (flow, widget, hour, revision, event, target, passed)
    select ${keyOfTransition}, count(*) from live_turns t ${transitionsOf(tx)}
    where ${isFrom(tx, place)} and not (${isFrom(tx, next)})
    group by ${keyOfTransition}
    on conflict (flow, widget, hour, revision, event, target)
      do update set passed = transition_counts.passed + excluded.passed`.execute(tx);
  await addActivity(tx, sql`${isFrom(tx, place)} and not (${isFrom(tx, next)})`);
  await tx.updateTable('transition_count_progress').set(next).where('id', '=', 1).execute();
  return turns.length === turnsAtOnce;
}

/** Whether the log has turns that are not counted. */
export async function hasUncountedTurns(db: Queries): Promise<boolean> {
  const place = await progress(db).executeTakeFirstOrThrow();
  const { rows } = await sql`select 1 from live_turns t where ${isFrom(db, place)} limit 1`.execute(db);
  return rows.length > 0;
}

export type PassedCount = Omit<TransitionCountRow, 'flow' | 'hour'>;

/** How often each transition of the flow was taken in the hours from `from` on, by revision. */
export async function passedSince(db: Queries, flow: string, from: number): Promise<PassedCount[]> {
  const place = await progress(db).executeTakeFirstOrThrow();
  const { rows } = await sql<PassedCount>`
    select widget, revision, event, target, sum(passed) as passed from (
      select widget, revision, event, target, passed from transition_counts where flow = ${flow} and hour >= ${from}
      union all
      select s.transitioned_from, e.revision, s.name, s.transitioned_to, 1
      from live_turns t ${transitionsOf(db)}
      where ${isUncounted(db, place)} and t.flow = ${flow} and t.at >= ${from * hourMs}
    ) counts
    group by widget, revision, event, target
    order by widget, event, target, revision`.execute(db);
  return rows.map((row) => ({ ...row, passed: Number(row.passed) }));
}

/** The starts of each flow of the account by hour, from the hour `from` on: how often its trigger was left. */
export async function startsSince(
  db: Queries,
  account: string,
  from: number,
): Promise<{ flow: string; hour: number; passed: number }[]> {
  const place = await progress(db).executeTakeFirstOrThrow();
  const { rows } = await sql<{ flow: string; hour: number; passed: number }>`
    select flow, hour, sum(passed) as passed from (
      select c.flow, c.hour, c.passed from flows f join transition_counts c on c.flow = f.sid
      where f.account = ${account} and c.widget = 'Trigger' and c.hour >= ${from}
      union all
      select t.flow, t.at / ${sql.lit(hourMs)}, 1 from live_turns t ${transitionsOf(db)}
      where ${isUncounted(db, place)} and t.account = ${account} and t.began = 1 and t.at >= ${from * hourMs}
        and s.transitioned_from = 'Trigger'
    ) counts
    group by flow, hour`.execute(db);
  return rows.map((row) => ({ ...row, hour: Number(row.hour), passed: Number(row.passed) }));
}

/** Deletes counts of hours before `before`; the number of rows, `limit` at most. */
export async function deleteOldCounts(
  tx: Queries,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const hours = await tx
    .selectFrom('transition_counts')
    .select(['flow', 'widget', 'hour', 'revision', 'event', 'target'])
    .where('hour', '<', before)
    .orderBy('hour')
    .limit(limit)
    .execute();
  const groups = Map.groupBy(hours, ({ flow, widget, hour }) => JSON.stringify([flow, widget, hour]));
  for (const [first] of groups.values()) {
    if (first === undefined) continue;
    await tx
      .deleteFrom('transition_counts')
      .where('flow', '=', first.flow)
      .where('widget', '=', first.widget)
      .where('hour', '=', first.hour)
      .execute();
  }
  return hours.length;
}

export type WaitingCount = { widget: string; revision: number; executions: number };

/** The active executions at each widget of the flow, counted in their index. */
export async function waitingAt(db: Queries, flow: string): Promise<WaitingCount[]> {
  const rows = await db
    .selectFrom('executions')
    .select((eb) => ['widget', 'revision', eb.fn.countAll<number>().as('executions')])
    .where('flow', '=', flow)
    .where('status', '=', sql.lit('active'))
    .where('widget', 'is not', null)
    .groupBy(['widget', 'revision'])
    .execute();
  return rows.flatMap(({ widget, revision, executions }) =>
    widget === null ? [] : [{ widget, revision, executions: Number(executions) }],
  );
}
