/** The worker: claims due jobs, fires due timers and runs them. Processes share the work by claims and leases. */

import type { JobRow } from '../database/schema/tables.ts';
import { Refusal } from '../errors.ts';
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

/** The jobs that this process runs, with their leases: at most `workerJobs`, half of them of one account. */
class RunningJobs {
  readonly #ctx: ServiceContext;
  readonly #onFree: () => void;
  readonly #running = new Set<Promise<void>>();
  readonly #held = new Map<string, JobAttempt>();
  readonly #heartbeat: NodeJS.Timeout;
  /** How many run of each account. */
  readonly busy = new Map<string, number>();
  readonly perAccount: number;

  /** `onFree` is called when a job has ended. */
  constructor(ctx: ServiceContext, onFree: () => void) {
    this.#ctx = ctx;
    this.#onFree = onFree;
    this.perAccount = Math.max(1, Math.floor(ctx.config.workerJobs / 2));
    this.#heartbeat = setInterval(() => this.#renewLeases(), heartbeatIntervalMs);
  }

  get free(): number {
    return this.#ctx.config.workerJobs - this.#running.size;
  }

  hasSlotFor(account: string): boolean {
    return this.free > 0 && (this.busy.get(account) ?? 0) < this.perAccount;
  }

  track(job: JobAttempt, account: string, work: Promise<void>): Promise<void> {
    this.#held.set(job.key, job);
    this.#countBusy(account, 1);
    const done = work
      .catch((error: unknown) =>
        this.#ctx.log.error({ err: error, job: job.key }, 'Job result could not be persisted'),
      )
      .finally(() => {
        this.#running.delete(done);
        this.#countBusy(account, -1);
        if (this.#held.get(job.key) === job) this.#held.delete(job.key);
        this.#onFree();
      });
    this.#running.add(done);
    return done;
  }

  /** Resolves when all have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
    clearInterval(this.#heartbeat);
  }

  #countBusy(account: string, change: 1 | -1): void {
    const count = (this.busy.get(account) ?? 0) + change;
    if (count > 0) this.busy.set(account, count);
    else this.busy.delete(account);
  }

  #renewLeases(): void {
    if (this.#held.size === 0) return;
    const { clock, database, log } = this.#ctx;
    const until = clock.now() + leaseMs;
    const attempts = [...this.#held.values()];
    renewLeases(database, attempts, until).catch((error: unknown) =>
      log.warn({ err: error }, 'Leases could not be renewed'),
    );
  }
}

/**
 * Starts polling, when it is woken and at intervals. On the embedded database, which this process has for itself, the
 * leases of the process before are void.
 */
export function startWorker(ctx: ServiceContext, tools: JobTools, tasks: WorkerTasks): Worker {
  return new PollingWorker(ctx, tools, tasks);
}

class PollingWorker implements Worker {
  readonly #ctx: ServiceContext;
  readonly #tools: JobTools;
  readonly #tasks: WorkerTasks;
  readonly #jobs: RunningJobs;
  readonly #unsubscribe: () => void;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | null;
  #pollAgain = false;
  /** True when jobs are due that wait for a slot, of this worker or of their account. */
  #isFull = false;
  /** What came due last that this process was woken for: it is its own to take. */
  #expected: number | null = null;
  #offeredAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(ctx: ServiceContext, tools: JobTools, tasks: WorkerTasks) {
    this.#ctx = ctx;
    this.#tools = tools;
    this.#tasks = tasks;
    this.#jobs = new RunningJobs(ctx, () => {
      if (this.#isFull) this.#wake();
    });
    this.#unsubscribe = ctx.work.poll('jobs', () => this.#wake());
    this.#polling = releaseStaleLeases(ctx)
      .catch((error: unknown) => ctx.log.error({ err: error }, 'Stale leases could not be released'))
      .then(() => this.#pollUntilIdle(true));
  }

  run(job: JobRow): Promise<void> | null {
    return this.#isStopped || !this.#jobs.hasSlotFor(job.account) ? null : this.#run(job);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#jobs.stop();
  }

  #run(job: JobRow): Promise<void> {
    const work = runJob(this.#ctx, this.#tools, this.#tasks.jobHandlers, job);
    return this.#jobs.track(job, job.account, work);
  }

  #wake(): void {
    if (this.#isStopped) return;
    if (this.#polling === null) this.#startPolling(true);
    else this.#pollAgain = true;
  }

  #startPolling(wasWoken: boolean): void {
    clearTimeout(this.#timer);
    this.#polling = this.#pollUntilIdle(wasWoken);
  }

  async #pollUntilIdle(wasWoken: boolean): Promise<void> {
    const { clock, log } = this.#ctx;
    let result: PollResult;
    do {
      wasWoken ||= this.#pollAgain;
      this.#pollAgain = false;
      result = await this.#poll().catch((error: unknown) => {
        log.error({ err: error }, 'Worker could not poll');
        return { next: clock.now(), took: false };
      });
    } while ((this.#pollAgain || result.took) && !this.#isStopped);
    this.#polling = null;
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => this.#startPolling(false), this.#delayUntil(result.next, wasWoken));
  }

  async #poll(): Promise<PollResult> {
    const { timers } = this.#tasks;
    const jobs = await this.#takeJobs();
    const dueAt = await timers.nextDueAt(this.#ctx);
    const fired = dueAt !== null && dueAt <= this.#ctx.clock.now() && (await this.#fireTimers(timers));
    const next = Math.min(jobs.next ?? Number.POSITIVE_INFINITY, dueAt ?? Number.POSITIVE_INFINITY);
    return { next: Number.isFinite(next) ? next : null, took: jobs.took || fired };
  }

  async #takeJobs(): Promise<PollResult> {
    const { clock, database } = this.#ctx;
    const now = clock.now();
    const next = await nextDueAt(database);
    if (next === null || next > now) {
      this.#isFull = false;
      return { next, took: false };
    }
    const limit = this.#jobs.free;
    const { perAccount, busy } = this.#jobs;
    const claim = { now, leaseUntil: now + leaseMs, limit, share: { perAccount, busy } };
    const jobs = limit > 0 ? await claimJobs(database, claim) : [];
    this.#isFull = jobs.length < limit || jobs.length >= this.#jobs.free;
    for (const job of jobs) void this.#run(job);
    if (this.#jobs.free <= 0) this.#offer();
    return { next, took: jobs.length > 0 };
  }

  /**
   * Fires due timers, several concurrently, until none is left that no other caller is firing, and offers others what is
   * more than that. True when any was fired.
   */
  async #fireTimers(timers: TimerSource): Promise<boolean> {
    const due = await timers.countDue(this.#ctx);
    const concurrency = Math.min(due, this.#ctx.config.workerTimers);
    if (due > concurrency) this.#offer();
    let hasFired = false;
    // One that fails is postponed by its source, and the next comes at once.
    let failures = 0;
    const fireAll = async () => {
      while (!this.#isStopped && failures <= due) {
        try {
          if (!(await timers.fireNext(this.#ctx))) return;
          hasFired = true;
        } catch (error) {
          failures += 1;
          this.#ctx.log.error({ err: error }, 'Timer could not be fired');
          if (error instanceof Refusal && error.kind === 'unavailable') return;
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, fireAll));
    return hasFired;
  }

  #offer(): void {
    const now = this.#ctx.clock.now();
    if (now - this.#offeredAt < offerIntervalMs) return;
    this.#offeredAt = now;
    offerWork(this.#ctx, 'jobs');
  }

  /** Milliseconds to the next poll. */
  #delayUntil(next: number | null, wasWoken: boolean): number {
    const { clock, database, random } = this.#ctx;
    const interval = idleIntervalMs(database);
    if (next === null) return interval;
    const wait = next - clock.now();
    if (wait <= 0) return retryIntervalMs;
    if (wasWoken || database.dialect === 'sqlite') this.#expected = next;
    return Math.min(interval, next === this.#expected ? wait : wait + graceMs * (0.5 + random() / 2));
  }
}

async function releaseStaleLeases(ctx: ServiceContext): Promise<void> {
  if (ctx.database.dialect !== 'sqlite') return;
  const now = ctx.clock.now();
  await ctx.database.write((tx) => releaseLeases(tx, now));
}
