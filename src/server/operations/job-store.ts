/** Rows of jobs as operators see them: list, count, requeue and discard the jobs of one account. */

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { JobKind } from '#api/system/job-kinds.ts';
import type { Queries } from '../platform/database/database.ts';
import {
  fetchKeysetPage,
  type KeysetPage,
  type KeysetPageRequest,
} from '../platform/database/keyset-pagination.ts';
import type { JobRow, Tables } from '../platform/database/schema/tables.ts';

/** A job without what it is to send, and the flow that its execution runs. */
export type ListedJob = Omit<JobRow, 'shard' | 'payload' | 'lease_until'> & { flow: string | null };

export type JobStatus = 'waiting' | 'dead';

/** The time by which a list is ordered: when a dead one failed, when a waiting one is due. */
const timeColumns = { dead: 'dead_at', waiting: 'run_at' } as const;

/** Where a job stands in the list of that status. */
export function jobPosition(status: JobStatus, job: Pick<JobRow, 'key' | 'dead_at' | 'run_at'>): string {
  return `${job[timeColumns[status]] ?? 0}.${job.key}`;
}

/** Null when the text is no position. */
export function parseJobPosition(position: string): { time: number; key: string } | null {
  const [, time, key] = /^(\d{1,15})\.(.{1,300})$/s.exec(position) ?? [];
  return time === undefined || key === undefined ? null : { time: Number(time), key };
}

function selectJobs(db: Queries, account: string) {
  return db
    .selectFrom('jobs')
    .leftJoin('executions', (join) =>
      join.onRef('executions.sid', '=', 'jobs.execution').onRef('executions.shard', '=', 'jobs.shard'),
    )
    .select(['jobs.key', 'jobs.kind', 'jobs.account', 'jobs.execution', 'jobs.run_at', 'jobs.attempts'])
    .select(['jobs.problem', 'jobs.dead_at', 'jobs.created_at', 'executions.flow as flow'])
    .where('jobs.account', '=', account);
}

/** Jobs of the account, the last failed or last due first. */
export function listJobs(
  db: Queries,
  { account, status }: { account: string; status: JobStatus },
  request: KeysetPageRequest,
): Promise<KeysetPage<ListedJob>> {
  const time = `jobs.${timeColumns[status]}` as const;
  return fetchKeysetPage(request, ({ order, operator, position, limit }) => {
    const from = position === null ? null : parseJobPosition(position);
    const beyond = (eb: ExpressionBuilder<Tables, 'jobs'>): Expression<SqlBool> =>
      from === null
        ? eb.lit(true)
        : eb(eb.refTuple(time, 'jobs.key'), operator, eb.tuple(from.time, from.key));
    return selectJobs(db, account)
      .where('jobs.dead_at', status === 'dead' ? 'is not' : 'is', null)
      .where(beyond)
      .orderBy(time, order)
      .orderBy('jobs.key', order)
      .limit(limit)
      .execute();
  });
}

export function findJob(db: Queries, account: string, key: string): Promise<ListedJob | undefined> {
  return selectJobs(db, account).where('jobs.key', '=', key).executeTakeFirst();
}

/** Requeues a dead job as if it had never been tried, and returns it; undefined when it is not dead. */
export function requeueJob(
  tx: Queries,
  account: string,
  key: string,
  now: number,
): Promise<JobRow | undefined> {
  return tx
    .updateTable('jobs')
    .set({ dead_at: null, run_at: now, lease_until: 0, attempts: 0 })
    .where('account', '=', account)
    .where('key', '=', key)
    .where('dead_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a failed job and returns it; undefined when it has not failed. */
export function discardJob(tx: Queries, account: string, key: string): Promise<JobRow | undefined> {
  return tx
    .deleteFrom('jobs')
    .where('account', '=', account)
    .where('key', '=', key)
    .where('dead_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}

/** `oldest` is when the one that has been due longest was to run, null for none. */
export type JobCounts = { due: number; late: number; dead: number; oldest: number | null };

/** Counts of one account's jobs, or of all. `late` are those that were due before `lateSince`. */
export async function countJobs(
  db: Queries,
  { account, now, lateSince }: { account: string | null; now: number; lateSince: number },
): Promise<JobCounts> {
  let alive = db.selectFrom('jobs').where('dead_at', 'is', null).where('run_at', '<=', now);
  let dead = db.selectFrom('jobs').where('dead_at', 'is not', null);
  if (account !== null) {
    alive = alive.where('account', '=', account);
    dead = dead.where('account', '=', account);
  }
  const [due, given] = await Promise.all([
    alive
      .select((eb) => [
        eb.fn.countAll<number>().as('due'),
        eb.fn.min('run_at').as('oldest'),
        sql<number>`coalesce(sum(case when run_at < ${lateSince} then 1 else 0 end), 0)`.as('late'),
      ])
      .executeTakeFirst(),
    dead.select((eb) => eb.fn.countAll<number>().as('dead')).executeTakeFirst(),
  ]);
  return {
    due: Number(due?.due ?? 0),
    late: Number(due?.late ?? 0),
    dead: Number(given?.dead ?? 0),
    oldest: due?.oldest ?? null,
  };
}

/** How many jobs of each account have failed, but for those of that kind; up to `limit` accounts. */
export async function countDeadJobs(
  db: Queries,
  except: JobKind,
  limit: number,
): Promise<{ account: string; count: number }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['account', eb.fn.countAll<number>().as('count')])
    .where('dead_at', 'is not', null)
    .where('kind', '!=', except)
    .groupBy('account')
    .orderBy('account')
    .limit(limit)
    .execute();
  return rows.map(({ account, count }) => ({ account, count: Number(count) }));
}
