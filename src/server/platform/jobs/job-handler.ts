/** The contract of the kinds of jobs. Features export a handler and a subject for each; `job-handlers.ts` is the table of all. */

import type { Agent } from 'undici';
import type { JobKind } from '#api/system/job-kinds.ts';
import type { Queries } from '../database/database.ts';
import type { JobRow } from '../database/schema/tables.ts';
import { Refusal } from '../errors.ts';
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

/** What happens to a dead letter: it becomes one, a person retries it, or it is deleted, by a person or after its time. */
export type FailedJobChange = 'failed' | 'retried' | 'discarded';

/**
 * Brings the row that a job is about in line, in the transaction of the change: one whose job failed says so, and why
 * (`job.problem`), and nothing waits for a job that was discarded. Where the row can be tried again by itself, it deletes the
 * failed job (`completeJob`). It finds the row by the job's key, as the payload may be what cannot be read.
 *
 * @throws Refusal (conflict) where the job cannot be retried any more
 */
export type JobSubject = (
  ctx: ServiceContext,
  tx: Queries,
  job: JobRow,
  change: FailedJobChange,
) => Promise<void>;

/** A kind of job that has no row of its own: the list of failed jobs says why it failed, and it can be retried there. */
export const noSubject: JobSubject = async () => {};

/** An execution waits for it: its view has the failed job as a note, and it goes on as after a failure once that is discarded. */
export const executionOfJob: JobSubject = async () => {};

/** Every kind of job: a missing one, or one without a subject, does not compile. */
export type JobHandlers = Readonly<Record<JobKind, { handle: JobHandler; subject: JobSubject }>>;

/** Undefined for a kind that another version of Patchbay enqueued. */
export function handlerOf(handlers: JobHandlers, { kind }: Pick<JobRow, 'kind'>) {
  return Object.hasOwn(handlers, kind) ? handlers[kind as JobKind] : undefined;
}

/** Calls the subject of a failed job. A row that is damaged keeps nobody from retrying or discarding the job. */
export async function changeSubject(
  ctx: ServiceContext,
  tx: Queries,
  { handlers, job, change }: { handlers: JobHandlers; job: JobRow; change: FailedJobChange },
): Promise<void> {
  try {
    await handlerOf(handlers, job)?.subject(ctx, tx, job, change);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    ctx.log.error({ err: error, job: job.key, kind: job.kind }, 'What a job is about could not be changed');
  }
}

export const done: JobResult = { outcome: 'done' };
