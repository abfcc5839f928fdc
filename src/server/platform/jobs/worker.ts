/** The worker: polls for due jobs and timers and runs them. Processes share the work by claims and leases. */

import type { ServiceContext } from '../service-context.ts';
import type { JobHandlers, JobTools } from './job-handler.ts';
import { heartbeatIntervalMs, leaseMs } from './leases.ts';
import { claimJobs, type JobAttempt, nextDueAt, releaseLeases, renewLeases } from './queue.ts';
import { runJob } from './run-job.ts';

/** The latency of a timer, or of a job that another process enqueued, where no notification comes. */
const pollIntervalMs = 250;
const maxConcurrentJobs = 64;
/** As many timers as one group commit of the embedded file holds, or as take half of the connections. */
const maxConcurrentTimers = { sqlite: 64, postgres: 5 };

/** Rows that move by themselves at a due time which they hold themselves (docs/decisions/006, 012). */
export type TimerSource = {
  /** How many are due; may stop counting at some number. */
  countDue(ctx: ServiceContext): Promise<number>;
  /** Fires the longest overdue one that no other caller is firing; false when there is none. */
  fireNext(ctx: ServiceContext): Promise<boolean>;
};

/** What the worker runs; injected, as the platform knows no feature. */
export type WorkerTasks = { jobHandlers: JobHandlers; timers: TimerSource };

export type Worker = {
  /** Polls now instead of at the next interval. */
  wake(): void;
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

/**
 * Starts polling. On the embedded database, which this process has for itself, the leases of the process before are
 * void.
 */
export function startWorker(ctx: ServiceContext, tools: JobTools, tasks: WorkerTasks): Worker {
  const { jobHandlers, timers } = tasks;
  const running = new Set<Promise<void>>();
  const held = new Map<string, JobAttempt>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  let pollAgain = false;
  let isStopped = false;

  const track = (job: JobAttempt, work: Promise<void>) => {
    held.set(job.key, job);
    const done = work
      .catch((error: unknown) =>
        ctx.log.error({ err: error, job: job.key }, 'Job result could not be persisted'),
      )
      .finally(() => {
        running.delete(done);
        if (held.get(job.key) === job) held.delete(job.key);
        // A slot is free for another one.
        if (running.size === maxConcurrentJobs - 1) wake();
      });
    running.add(done);
  };

  const poll = async () => {
    const jobs = await claimDueJobs(ctx, maxConcurrentJobs - running.size);
    for (const job of jobs) track(job, runJob(ctx, tools, jobHandlers, job));
    await fireTimers(ctx, timers, () => isStopped);
  };

  const pollUntilIdle = async () => {
    do {
      pollAgain = false;
      await poll().catch((error: unknown) => ctx.log.error({ err: error }, 'Worker could not poll'));
    } while (pollAgain && !isStopped);
    polling = null;
    if (!isStopped) timer = setTimeout(wake, pollIntervalMs);
  };

  const wake = () => {
    if (isStopped) return;
    pollAgain = true;
    if (polling !== null) return;
    clearTimeout(timer);
    polling = pollUntilIdle();
  };

  const heartbeat = setInterval(() => {
    if (held.size === 0) return;
    const until = ctx.clock.now() + leaseMs;
    const attempts = [...held.values()];
    ctx.database
      .write((tx) => renewLeases(tx, attempts, until))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'Leases could not be renewed'));
  }, heartbeatIntervalMs);

  polling = releaseStaleLeases(ctx)
    .catch((error: unknown) => ctx.log.error({ err: error }, 'Stale leases could not be released'))
    .then(pollUntilIdle);
  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await polling;
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

/** Fires due timers, several concurrently, until none is left that no other caller is firing. */
async function fireTimers(ctx: ServiceContext, timers: TimerSource, isStopped: () => boolean): Promise<void> {
  const concurrency = Math.min(await timers.countDue(ctx), maxConcurrentTimers[ctx.database.dialect]);
  const fireAll = async () => {
    try {
      while (!isStopped() && (await timers.fireNext(ctx))) {}
    } catch (error) {
      ctx.log.error({ err: error }, 'Timer could not be fired');
    }
  };
  await Promise.all(Array.from({ length: concurrency }, fireAll));
}
