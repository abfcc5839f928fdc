/** The verbs of whoever runs the service: how it is, and what to do about jobs that were given up. */

import { goOnWithout } from '../runner/give-up.ts';
import { transact } from '../runner/transact.ts';
import { lockExecution } from '../store/executions.ts';
import {
  countJobs,
  discardJob as discardRow,
  findJob,
  type JobCounts,
  type JobStatus,
  jobPosition,
  type ListedJob,
  listJobs as listRows,
  parseJobPosition,
  reviveJob,
} from '../store/job-list.ts';
import type { Slice, SliceRequest } from '../store/slice.ts';
import type { Caller, Host } from './host.ts';
import { notFound, Refusal } from './refusal.ts';

export type { ListedJob };

/** A job that has been due for longer is late: all workers are busy, or none runs. */
const lateAfterMs = 10_000;

export const positionOfJob = jobPosition;

export function isJobPosition(text: string): boolean {
  return parseJobPosition(text) !== null;
}

/** Counts of the caller's jobs; of all accounts' for nobody in particular. */
export function fetchJobCounts(host: Host, caller: Caller | null): Promise<JobCounts> {
  const now = host.clock.now();
  const account = caller?.account ?? null;
  return countJobs(host.database.read, { account, now, lateSince: now - lateAfterMs });
}

/** What was given up last, or is due last, first. */
export function listJobs(
  host: Host,
  { account }: Caller,
  status: JobStatus,
  request: SliceRequest,
): Promise<Slice<ListedJob>> {
  return listRows(host.database.read, { account, status }, request);
}

/** @throws Refusal when the caller has no such job */
export async function fetchJob(host: Host, { account }: Caller, key: string): Promise<ListedJob> {
  const job = await findJob(host.database.read, account, key);
  if (job === undefined) throw notFound();
  return job;
}

/**
 * Lets a job that was given up begin anew: it is due at once, with all its attempts before it.
 * @throws Refusal when the caller has no such job, or (conflict) it was not given up
 */
export async function retryJob(host: Host, caller: Caller, key: string): Promise<ListedJob> {
  const { account } = caller;
  const done = await host.database.write((tx) => reviveJob(tx, account, key, host.clock.now()));
  const job = await fetchJob(host, caller, key);
  if (!done) throw notDead();
  host.wake();
  return job;
}

/**
 * Throws a job away that was given up, and gives it as it was. An execution that waits for it goes on as after a
 * failure.
 * @throws Refusal when the caller has no such job, or (conflict) it was not given up
 */
export async function discardJob(host: Host, caller: Caller, key: string): Promise<ListedJob> {
  const job = await fetchJob(host, caller, key);
  await transact(host, async (work) => {
    const execution = job.execution === null ? undefined : await lockExecution(work.tx, job.execution);
    const payload = await discardRow(work.tx, caller.account, key);
    if (payload === null) throw notDead();
    if (execution !== undefined) await goOnWithout(work, execution, { account: caller.account, payload });
  });
  return job;
}

function notDead(): Refusal {
  return new Refusal('conflict', 'The job was not given up: it is waiting for its next attempt');
}
