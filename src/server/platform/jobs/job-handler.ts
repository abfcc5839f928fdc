/** The contract of job handlers. Features export one for each kind of job; `job-handlers.ts` is the table of all. */

import type { Agent } from 'undici';
import type { JobKind, JobRow } from '../database/schema/tables.ts';
import type { ServiceContext } from '../service-context.ts';

/** What handlers get besides the service context: the guarded HTTP client for outbound requests. */
export type JobTools = { agent: Agent };

/**
 * The result of an attempt. `done`: the handler has deleted the job's row, in the transaction that holds what the job
 * led to, or found it gone. `retry`: the attempt failed, and the next one is due at `at`. `dead`: the job becomes a
 * dead letter that a person can look at. A handler that throws has met a bug: the job is retried a few times, then
 * dead-lettered. One that throws because the database is unavailable has not, and is never dead-lettered for it.
 */
export type JobResult =
  | { outcome: 'done' }
  | { outcome: 'retry'; at: number; problem: string }
  | { outcome: 'dead'; problem: string };

/** Runs outside any transaction, at least once: when a process dies, another one claims its jobs again. */
export type JobHandler = (ctx: ServiceContext, tools: JobTools, job: JobRow) => Promise<JobResult>;

/** A handler for every kind of job: a missing one does not compile. */
export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

export const done: JobResult = { outcome: 'done' };
