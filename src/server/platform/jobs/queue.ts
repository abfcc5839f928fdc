/** The job queue: a table of jobs with claims, leases and dead letters. */

import { type SelectQueryBuilder, sql } from 'kysely';
import type { JobKind } from '#api/system/job-kinds.ts';
import { claimAcrossShards, firstDueJobs, lockClaimable, writeByShard } from '../database/across-shards.ts';
import type { Database, Queries, ReadAcrossShards } from '../database/database.ts';
import { prepared, preparedAcrossShards, type Values, valuesOf } from '../database/prepared-query.ts';
import type { JobRow, Tables } from '../database/schema/tables.ts';
import { shardOfAccount, shardOfExecution } from '../database/shard.ts';

const insertRow = prepared(
  (db, value: Values<Omit<NewJob, 'shard'> & JobAttempt & Pick<JobRow, 'lease_until'>>) =>
    db.insertInto('jobs').values({
      ...valuesOf(value, 'key', 'shard', 'kind', 'account', 'execution', 'payload', 'run_at'),
      ...valuesOf(value, 'lease_until', 'attempts'),
      problem: null,
      dead_at: null,
      created_at: value('created_at'),
    }),
);

/** A job that has not been attempted. */
export type NewJob = { kind: JobKind } & Pick<
  JobRow,
  'key' | 'account' | 'execution' | 'payload' | 'run_at' | 'created_at'
> & {
    /** Of what the job is about, where that is no execution; the account's without. */
    shard?: number;
  };

/** @throws when a job with that key exists: it was enqueued twice */
export async function enqueueJob(tx: Queries, job: NewJob): Promise<void> {
  await insertRow(tx, { ...job, shard: shardOf(job), lease_until: 0, attempts: 0 });
}

/**
 * Enqueues a job and claims it for its first attempt, at once: other workers do not see it before the lease expires.
 * @throws when a job with that key exists: it was enqueued twice
 */
export async function enqueueClaimedJob(
  tx: Queries,
  job: Omit<NewJob, 'run_at'>,
  leaseUntil: number,
): Promise<JobRow> {
  const lease = { run_at: leaseUntil, lease_until: leaseUntil, attempts: 1 };
  const row = { ...job, ...lease, shard: shardOf(job) };
  await insertRow(tx, row);
  return { ...row, problem: null, dead_at: null };
}

function shardOf({ execution, account, shard }: Pick<NewJob, 'execution' | 'account' | 'shard'>): number {
  return execution === null ? (shard ?? shardOfAccount(account)) : shardOfExecution(execution);
}

const removeRow = prepared((db, value: Values<JobKey>) =>
  db.deleteFrom('jobs').where('key', '=', value('key')).where('shard', '=', value('shard')).returning('key'),
);

/** What finds a job without looking into other shards. */
export type JobKey = Pick<JobRow, 'key' | 'shard'>;

/** Deletes the job; false when another process has done so. */
export async function completeJob(tx: Queries, { key, shard }: JobKey): Promise<boolean> {
  return (await removeRow(tx, { key, shard })).length === 1;
}

/** One attempt at a job (a fencing token): a later attempt belongs to another process, which holds the lease. */
export type JobAttempt = Pick<JobRow, 'key' | 'shard' | 'attempts'>;

/** Releases the job for a retry at `run_at`; false when it is gone or another process holds the lease. */
export async function rescheduleJob(
  tx: Queries,
  { key, shard, attempts, run_at, problem }: JobAttempt & Pick<JobRow, 'run_at' | 'problem'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ run_at, lease_until: 0, problem })
    .where('key', '=', key)
    .where('shard', '=', shard)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Makes a job due at `now` that waits for its next attempt; one that is claimed or was dead-lettered stays as it is. */
export async function makeJobDue(tx: Queries, { key, shard }: JobKey, now: number): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ run_at: now })
    .where('key', '=', key)
    .where('shard', '=', shard)
    .where('lease_until', '<=', now)
    .where('dead_at', 'is', null)
    .where('run_at', '>', now)
    .execute();
}

/** Dead-letters the job: its row stays, so that a person can look at it and retry it. False when another process has it. */
export async function deadLetterJob(
  tx: Queries,
  { key, shard, attempts, problem, now }: JobAttempt & { problem: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ dead_at: now, lease_until: 0, problem })
    .where('key', '=', key)
    .where('shard', '=', shard)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Of the jobs of these keys those that exist: dead ones have a time at which they failed, and the problem. */
export async function findJobs(
  db: Queries,
  keys: readonly JobKey[],
): Promise<Map<string, Pick<JobRow, 'key' | 'kind' | 'attempts' | 'dead_at' | 'problem'>>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('jobs')
    .select(['key', 'kind', 'attempts', 'dead_at', 'problem'])
    .where('shard', 'in', [...new Set(keys.map(({ shard }) => shard))])
    .where(
      'key',
      'in',
      keys.map(({ key }) => key),
    )
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** The failed jobs of an execution. */
export function listDeadJobs(
  db: Queries,
  execution: string,
): Promise<Pick<JobRow, 'kind' | 'attempts' | 'problem'>[]> {
  return db
    .selectFrom('jobs')
    .select(['kind', 'attempts', 'problem'])
    .where('execution', '=', execution)
    .where('shard', '=', shardOfExecution(execution))
    .where('dead_at', 'is not', null)
    .execute();
}

/** Deletes the jobs of an execution that has ended. */
export async function deleteJobsOf(tx: Queries, execution: string): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('execution', '=', execution)
    .where('shard', '=', shardOfExecution(execution))
    .execute();
}

export type Claim = {
  now: number;
  leaseUntil: number;
  limit: number;
  share: Share;
};

/**
 * Claims up to `limit` due jobs, leased until `leaseUntil`, the longest due first, as far as the shares of their
 * accounts allow. Concurrent processes claim different ones (`skip locked`). A leased job is due again when its lease
 * expires, so one indexed column finds all that can be claimed.
 */
export function claimJobs(database: Database, claim: Claim): Promise<JobRow[]> {
  const { now, leaseUntil } = claim;
  return claimAcrossShards(database, {
    choose: (read) => chooseDueJobs(read, claim),
    claim: (tx, chosen) =>
      tx
        .updateTable('jobs')
        .set({ lease_until: leaseUntil, run_at: leaseUntil, attempts: sql`attempts + 1` })
        .where(
          'key',
          'in',
          chosen.map(({ key }) => key),
        )
        .where('shard', 'in', [...new Set(chosen.map(({ shard }) => shard))])
        .where('dead_at', 'is', null)
        .where('run_at', '<=', now)
        .returningAll()
        .execute(),
  });
}

type Candidate = Pick<JobRow, 'key' | 'shard' | 'account'>;
type DueJobs = SelectQueryBuilder<Tables, 'jobs', Candidate>;

async function chooseDueJobs(
  read: ReadAcrossShards,
  { now, limit, share }: Claim,
): Promise<readonly Candidate[]> {
  const find = (which: (due: DueJobs) => DueJobs) =>
    read((db, shards) => {
      const due = db
        .selectFrom('jobs')
        .select(['key', 'shard', 'account'])
        .where('dead_at', 'is', null)
        .where('run_at', '<=', now)
        .$if(shards !== null, (query) => query.where('shard', 'in', shards ?? []));
      return lockClaimable(db, which(due)).execute();
    });
  const candidates = await find((due) => due.orderBy('run_at').limit(limit));
  const chosen = chooseFairly(candidates, limit, share);
  if (chosen.length === limit || candidates.length < limit) return chosen;
  // All that was seen may be of accounts that have their share: one job of each other account is looked for.
  const first = await read((db, shards) => firstDueJobs(db, now, shards));
  const others = first.length === 0 ? [] : await find((due) => due.where('key', 'in', first));
  const seen = new Set(candidates.map(({ key }) => key));
  return chooseFairly([...candidates, ...others.filter(({ key }) => !seen.has(key))], limit, share);
}

/** The heartbeat of a worker: renews the leases that it still holds until `until`. */
export async function renewLeases(
  database: Database,
  held: readonly JobAttempt[],
  until: number,
): Promise<void> {
  await writeByShard(database, held, (tx, own) =>
    tx
      .updateTable('jobs')
      .set({ lease_until: until, run_at: until })
      .where('lease_until', '>', 0)
      .where('shard', 'in', [...new Set(own.map(({ shard }) => shard))])
      .where((eb) => eb.or(own.map(({ key, shard, attempts }) => eb.and({ key, shard, attempts }))))
      .returning('key')
      .execute(),
  );
}

/**
 * Releases every lease. For the embedded database, whose one process has just started: the former holder is gone.
 */
export async function releaseLeases(tx: Queries, now: number): Promise<void> {
  await tx.updateTable('jobs').set({ lease_until: 0, run_at: now }).where('lease_until', '>', 0).execute();
}

const findNextDue = preparedAcrossShards((db) =>
  db.selectFrom('jobs').select('run_at').where('dead_at', 'is', null).orderBy('run_at').limit(sql.lit(1)),
);

/** When the next job is due, epoch milliseconds; null when there is none. */
export async function nextDueAt({
  readAcrossShards,
}: Pick<Database, 'readAcrossShards'>): Promise<number | null> {
  const found = await readAcrossShards((db, shards) => findNextDue(db, {}, shards));
  return found.length === 0 ? null : Math.min(...found.map(({ run_at }) => run_at));
}

const findPending = prepared((db, value: Values<{ execution: string; shard: number }>) =>
  db
    .selectFrom('jobs')
    .select('key')
    .where('execution', '=', value('execution'))
    .where('shard', '=', value('shard'))
    .limit(sql.lit(1)),
);

/** True while that execution has a job in the queue. */
export async function hasPendingJob(db: Queries, execution: string): Promise<boolean> {
  return (await findPending(db, { execution, shard: shardOfExecution(execution) })).length > 0;
}

/** `busy`: how many jobs of each account this process runs. */
type Share = { perAccount: number; busy: ReadonlyMap<string, number> };

/** Of `candidates`, in their order, up to `limit` that their accounts' shares have room for. */
export function chooseFairly<T extends { account: string }>(
  candidates: readonly T[],
  limit: number,
  { perAccount, busy }: Share,
): T[] {
  const taken = new Map(busy);
  const chosen: T[] = [];
  for (const candidate of candidates) {
    if (chosen.length === limit) break;
    const running = taken.get(candidate.account) ?? 0;
    if (running >= perAccount) continue;
    taken.set(candidate.account, running + 1);
    chosen.push(candidate);
  }
  return chosen;
}
