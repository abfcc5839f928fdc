/** How a job of one kind is carried out. The table of all kinds is in `performers.ts`. */

import type { Agent } from 'undici';
import type { JobRow } from '../database/schema/tables.ts';
import type { ServiceContext } from '../service-context.ts';

/** What performers work with beside the host: the guarded way outward. */
export type JobTools = { agent: Agent };

/**
 * What became of an attempt. `done`: the performer has taken the job's row away, in the transaction that holds
 * what the job led to, or found it gone. `retry`: it failed for now and is due again at `at`. `dead`: it is given
 * up, and the row stays to be looked at. A performer that throws has met a bug: the job is tried again a few
 * times, then given up. One that throws because the database is not there has not, and is never given up for it.
 */
export type JobResult =
  | { ended: 'done' }
  | { ended: 'retry'; at: number; problem: string }
  | { ended: 'dead'; problem: string };

/** Runs outside any transaction, at least once: a process that dies in between leaves the job to the next one. */
export type JobHandler = (ctx: ServiceContext, tools: JobTools, job: JobRow) => Promise<JobResult>;

export const done: JobResult = { ended: 'done' };

/**
 * When the next of a series of attempts is due: `first` milliseconds after the first failure, then twice as
 * long each time, up to `longest`. `attempts` counts those made, from 1.
 */
export function backoff(now: number, attempts: number, first: number, longest: number): number {
  return now + Math.min(longest, first * 2 ** Math.min(attempts - 1, 40));
}
