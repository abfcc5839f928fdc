/** The worker: claims due jobs, fires due timers and runs them. Processes share the work by claims and leases. */

import type { JobRow } from '../database/schema/tables.ts';
import { offerWork } from '../notification-handlers.ts';
import { idleIntervalMs } from '../poll-interval.ts';
import type { ServiceContext } from '../service-context.ts';
import type { JobHandlers, JobTools } from './job-handler.ts';
import { heartbeatIntervalMs, leaseMs } from './leases.ts';
import { claimJobs, type JobAttempt, nextDueAt, releaseLeases, renewLeases } from './queue.ts';
import { runJob } from './run-job.ts';

/** How soon it looks again for something that is due and that it could not take. */
const retryIntervalMs = 500;
/**
 * What comes due, and what this process did not hear of when it was written, is left to the process that did for so
 * long, and a part of that at random: then one of them takes it, and the others find it done.
 */
const graceMs = 200;
/** How often other workers are told, at most, that there is more than this one can take. */
const offerIntervalMs = 1_000;

/** Rows that move by themselves at a due time which they hold themselves (docs/decisions/006, 012). */
export type TimerSource = {
  /** When the next one is due, epoch milliseconds; null when there is none. */
  nextDueAt(ctx: ServiceContext): Promise<number | null>;
  /** How many are due; may stop counting at some number. */
  countDue(ctx: ServiceContext): Promise<number>;
  /** Fires the longest overdue one that no other caller is firing; false when there is none. */
  fireNext(ctx: ServiceContext): Promise<boolean>;
};

/** What the worker runs; injected, as the platform knows no feature. */
export type WorkerTasks = { jobHandlers: JobHandlers; timers: TimerSource };

export type Worker = {
  /**
   * Runs a job that this process claimed when it enqueued it; resolves when it has run. Null without a free slot of the
   * worker or of the job's account.
   */
  run(job: JobRow): Promise<void> | null;
  /** Begins nothing more, and resolves when what was begun is done. */
  stop(): Promise<void>;
};

/** When something is due next, and whether this poll took anything. */
type PollResult = { next: number | null; took: boolean };

/**
 * Starts polling, when it is woken and at intervals. On the embedded database, which this process has for itself, the
 * leases of the process before are void.
 */
export function startWorker(ctx: ServiceContext, tools: JobTools, tasks: WorkerTasks): Worker {
  const { jobHandlers, timers } = tasks;
  const { workerJobs } = ctx.config;
  /** Half of it is as much as one account may have. */
  const perAccount = Math.max(1, Math.floor(workerJobs / 2));
  const running = new Set<Promise<void>>();
  const held = new Map<string, JobAttempt>();
  const busy = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  let pollAgain = false;
  /** True when jobs are due that wait for a slot, of this worker or of their account. */
  let isFull = false;
  /** What came due last that this process was woken for: it is its own to take. */
  let expected: number | null = null;
  let offeredAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;

  const countBusy = (account: string, change: 1 | -1) => {
    const count = (busy.get(account) ?? 0) + change;
    if (count > 0) busy.set(account, count);
    else busy.delete(account);
  };

  const track = (job: JobAttempt, account: string, work: Promise<void>): Promise<void> => {
    held.set(job.key, job);
    countBusy(account, 1);
    const done = work
      .catch((error: unknown) =>
        ctx.log.error({ err: error, job: job.key }, 'Job result could not be persisted'),
      )
      .finally(() => {
        running.delete(done);
        countBusy(account, -1);
        if (held.get(job.key) === job) held.delete(job.key);
        if (isFull) wake();
      });
    running.add(done);
    return done;
  };

  const offer = () => {
    const now = ctx.clock.now();
    if (now - offeredAt < offerIntervalMs) return;
    offeredAt = now;
    offerWork(ctx, 'jobs');
  };

  const takeJobs = async (): Promise<PollResult> => {
    const now = ctx.clock.now();
    const next = await nextDueAt(ctx.database.read);
    if (next === null || next > now) {
      isFull = false;
      return { next, took: false };
    }
    const limit = workerJobs - running.size;
    const claim = { now, leaseUntil: now + leaseMs, limit, share: { perAccount, busy } };
    const jobs = limit > 0 ? await ctx.database.write((tx) => claimJobs(tx, claim)) : [];
    isFull = jobs.length < limit || running.size + jobs.length >= workerJobs;
    for (const job of jobs) void track(job, job.account, runJob(ctx, tools, jobHandlers, job));
    if (running.size >= workerJobs) offer();
    return { next, took: jobs.length > 0 };
  };

  const poll = async (): Promise<PollResult> => {
    const jobs = await takeJobs();
    const dueAt = await timers.nextDueAt(ctx);
    const fired =
      dueAt !== null && dueAt <= ctx.clock.now() && (await fireTimers(ctx, timers, offer, () => isStopped));
    const next = Math.min(jobs.next ?? Number.POSITIVE_INFINITY, dueAt ?? Number.POSITIVE_INFINITY);
    return { next: Number.isFinite(next) ? next : null, took: jobs.took || fired };
  };

  /** Milliseconds to the next poll. */
  const delayUntil = (next: number | null, wasWoken: boolean): number => {
    const interval = idleIntervalMs(ctx.database);
    if (next === null) return interval;
    const wait = next - ctx.clock.now();
    if (wait <= 0) return retryIntervalMs;
    if (wasWoken || ctx.database.dialect === 'sqlite') expected = next;
    return Math.min(interval, next === expected ? wait : wait + graceMs * (0.5 + ctx.random() / 2));
  };

  const pollUntilIdle = async (wasWoken: boolean) => {
    let result: PollResult;
    do {
      wasWoken ||= pollAgain;
      pollAgain = false;
      result = await poll().catch((error: unknown) => {
        ctx.log.error({ err: error }, 'Worker could not poll');
        return { next: ctx.clock.now(), took: false };
      });
    } while ((pollAgain || result.took) && !isStopped);
    polling = null;
    if (!isStopped) timer = setTimeout(startPolling, delayUntil(result.next, wasWoken), false);
  };

  const startPolling = (wasWoken: boolean) => {
    clearTimeout(timer);
    polling = pollUntilIdle(wasWoken);
  };

  const wake = () => {
    if (isStopped) return;
    if (polling === null) startPolling(true);
    else pollAgain = true;
  };

  const heartbeat = setInterval(() => {
    if (held.size === 0) return;
    const until = ctx.clock.now() + leaseMs;
    const attempts = [...held.values()];
    ctx.database
      .write((tx) => renewLeases(tx, attempts, until))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'Leases could not be renewed'));
  }, heartbeatIntervalMs);

  const unsubscribe = ctx.work.poll('jobs', wake);
  polling = releaseStaleLeases(ctx)
    .catch((error: unknown) => ctx.log.error({ err: error }, 'Stale leases could not be released'))
    .then(() => pollUntilIdle(true));
  return {
    run(job) {
      const isFree = running.size < workerJobs && (busy.get(job.account) ?? 0) < perAccount;
      if (isStopped || !isFree) return null;
      return track(job, job.account, runJob(ctx, tools, jobHandlers, job));
    },
    async stop() {
      isStopped = true;
      unsubscribe();
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

/**
 * Fires due timers, several concurrently, until none is left that no other caller is firing; `offer` is called when
 * there are more than that. True when any was fired.
 */
async function fireTimers(
  ctx: ServiceContext,
  timers: TimerSource,
  offer: () => void,
  isStopped: () => boolean,
): Promise<boolean> {
  const due = await timers.countDue(ctx);
  const concurrency = Math.min(due, ctx.config.workerTimers);
  if (due > concurrency) offer();
  let hasFired = false;
  const fireAll = async () => {
    try {
      while (!isStopped() && (await timers.fireNext(ctx))) hasFired = true;
    } catch (error) {
      ctx.log.error({ err: error }, 'Timer could not be fired');
    }
  };
  await Promise.all(Array.from({ length: concurrency }, fireAll));
  return hasFired;
}
