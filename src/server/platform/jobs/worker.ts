/** Looks for what is due, jobs and timers, and has it done. Processes share the work; the rows say who is at what. */

import { leaseMs } from '../../executions/http-requests/job-handler.ts';
import { fireNextTimer } from '../../executions/service/timers.ts';
import { findDueExecutions } from '../../executions/store/executions.ts';
import type { ServiceContext } from '../service-context.ts';
import type { JobTools } from './job-handler.ts';
import { claimJobs, type JobAttempt, nextDueAt, releaseLeases, renewLeases } from './queue.ts';
import { runJob } from './run-job.ts';

/** How late a timer or a job of another process may be taken up. */
const pollIntervalMs = 250;
const maxConcurrentJobs = 64;
/** How many timers fire at once: as many as one commit of the embedded file holds, or half of the connections. */
const maxConcurrentTimers = { sqlite: 64, postgres: 5 };
/** Two heartbeats may fail before a lease ends. */
const heartbeatIntervalMs = leaseMs / 3;

export type Worker = {
  /** Looks now instead of at the next round. */
  wake(): void;
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

/**
 * Starts the rounds. `tools` are what jobs are carried out with. On the embedded database, which this process
 * has for itself, the leases of the one before are void.
 */
export function startWorker(ctx: ServiceContext, tools: JobTools): Worker {
  const running = new Set<Promise<void>>();
  const held = new Map<string, JobAttempt>();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const track = (job: JobAttempt, work: Promise<void>) => {
    held.set(job.key, job);
    const done = work
      .catch((error: unknown) => ctx.log.error({ err: error, job: job.key }, 'A job could not be done'))
      .finally(() => {
        running.delete(done);
        if (held.get(job.key) === job) held.delete(job.key);
        // There is room for another one.
        if (running.size === maxConcurrentJobs - 1) begin();
      });
    running.add(done);
  };

  const look = async () => {
    const jobs = await claimDueJobs(ctx, maxConcurrentJobs - running.size);
    for (const job of jobs) track(job, runJob(ctx, tools, job));
    await fireTimers(ctx, () => stopped);
  };

  const run = async () => {
    do {
      again = false;
      await look().catch((error: unknown) => ctx.log.error({ err: error }, 'The worker could not look'));
    } while (again && !stopped);
    round = null;
    if (!stopped) timer = setTimeout(begin, pollIntervalMs);
  };

  const begin = () => {
    if (stopped) return;
    again = true;
    if (round !== null) return;
    clearTimeout(timer);
    round = run();
  };

  const heartbeat = setInterval(() => {
    if (held.size === 0) return;
    const until = ctx.clock.now() + leaseMs;
    const attempts = [...held.values()];
    ctx.database
      .write((tx) => renewLeases(tx, attempts, until))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'Leases could not be renewed'));
  }, heartbeatIntervalMs);

  round = releaseStaleLeases(ctx)
    .catch((error: unknown) => ctx.log.error({ err: error }, 'Leases could not be released'))
    .then(run);
  return {
    wake: begin,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
      await Promise.all(running);
      clearInterval(heartbeat);
    },
  };
}

async function releaseStaleLeases(ctx: ServiceContext): Promise<void> {
  if (ctx.database.dialect !== 'sqlite') return;
  const now = ctx.clock.now();
  await ctx.database.write((tx) => releaseLeases(tx, now));
}

async function claimDueJobs(ctx: ServiceContext, limit: number) {
  const now = ctx.clock.now();
  const next = await nextDueAt(ctx.database.read);
  if (limit <= 0 || next === null || next > now) return [];
  return ctx.database.write((tx) => claimJobs(tx, { now, leaseUntil: now + leaseMs, limit }));
}

/** Fires what is due, several at once, until nothing is left that others are not at. */
async function fireTimers(ctx: ServiceContext, isStopped: () => boolean): Promise<void> {
  const due = await findDueExecutions(ctx.database.read, ctx.clock.now());
  const lanes = Math.min(due.length, maxConcurrentTimers[ctx.database.dialect]);
  const fire = async () => {
    try {
      while (!isStopped() && (await fireNextTimer(ctx))) {}
    } catch (error) {
      ctx.log.error({ err: error }, 'A timer could not be fired');
    }
  };
  await Promise.all(Array.from({ length: lanes }, fire));
}
