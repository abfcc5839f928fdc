/**
 * First posts of the emails that this process receives. Receiving goes first, as clients wait for it: while emails arrive,
 * posts begin one by one, and behind the burst as many at once as there are slots. The posts are jobs that were claimed when
 * the email was accepted, which saves the transaction of the claim; when the process dies, or has not come to them in time,
 * the lease expires and any worker claims them. Decisions 014, 052.
 */

import type { JobRow } from '../../../platform/database/schema/tables.ts';
import { leaseMs } from '../../../platform/jobs/leases.ts';
import type { Worker } from '../../../platform/jobs/worker.ts';
import type { ServiceContext } from '../../../platform/service-context.ts';
import { PostPacer } from './pacer.ts';

/** While emails arrive, the next post begins so long after the one before: a tenth of a thread or so. */
const busyIntervalMs = 10;
/** So long after the last email none is expected. */
const quietAfterMs = 100;
/** How soon the worker is asked again that had no free slot. */
const retryMs = 50;

/**
 * How many posts wait in this process, and for how long. On the embedded file as many as can be posted in that time, some 350
 * bytes each: further ones are claimed by the worker during the burst. With other processes few: those may have nothing to do.
 */
const limitsOf = { sqlite: { count: 40_000, waitMs: 45_000 }, postgres: { count: 64, waitMs: 5_000 } };

/** When an email is posted: claimed by this process until `leaseUntil`, or from `due` on by any worker where that is null. */
export type PostPlan = { leaseUntil: number | null; due: number };

type PostContext = Pick<ServiceContext, 'clock' | 'config' | 'database' | 'wake'>;

type AccountPosts = { waiting: JobRow[]; running: number };

export class PostQueue {
  readonly #ctx: PostContext;
  readonly #worker: Pick<Worker, 'run'> | null;
  readonly #pacer = new PostPacer();
  /** Accounts take turns, so that no account's email waits for the receivers of another account. */
  readonly #accounts = new Map<string, AccountPosts>();
  #count = 0;
  /** Runs while emails arrive. */
  #burst: NodeJS.Timeout | null = null;
  /** Runs until the next post may begin. */
  #pause: NodeJS.Timeout | null = null;
  #isStopped = false;

  /** `worker` null: other processes post. */
  constructor(
    ctx: Pick<ServiceContext, 'clock' | 'config' | 'database' | 'wake'>,
    worker: Pick<Worker, 'run'> | null,
  ) {
    this.#ctx = ctx;
    this.#worker = worker;
  }

  /** How an email that is accepted at `now` is enqueued. */
  plan(now: number): PostPlan {
    const { count, waitMs } = limitsOf[this.#ctx.database.dialect];
    if (this.#worker === null || this.#count >= count)
      return { leaseUntil: null, due: this.#pacer.next(now) };
    return { leaseUntil: now + waitMs + leaseMs, due: now };
  }

  /** Takes the claimed posts of an email; call it after the commit. */
  add(jobs: readonly JobRow[]): void {
    for (const job of jobs) {
      const posts = this.#accounts.get(job.account) ?? { waiting: [], running: 0 };
      posts.waiting.push(job);
      this.#accounts.set(job.account, posts);
      this.#count += 1;
    }
    if (this.#burst === null) {
      this.#burst = setTimeout(() => this.#endBurst(), quietAfterMs);
    } else {
      this.#burst.refresh();
    }
    this.#begin();
  }

  /** Begins nothing more. */
  stop(): void {
    this.#isStopped = true;
    if (this.#burst !== null) clearTimeout(this.#burst);
    if (this.#pause !== null) clearTimeout(this.#pause);
  }

  #endBurst(): void {
    this.#burst = null;
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = null;
    this.#begin();
  }

  #begin(): void {
    while (this.#pause === null && !this.#isStopped) {
      const next = this.#nextAccount();
      if (next === null) return;
      const [account, posts, job] = next;
      const done = this.#worker?.run(job) ?? null;
      if (done === null) {
        this.#pauseFor(retryMs);
        return;
      }
      posts.waiting.shift();
      posts.running += 1;
      this.#count -= 1;
      // The account's next turn is behind those of the others.
      this.#accounts.delete(account);
      this.#accounts.set(account, posts);
      void done.finally(() => {
        posts.running -= 1;
        if (posts.running === 0 && posts.waiting.length === 0) this.#accounts.delete(account);
        this.#begin();
      });
      if (this.#burst !== null) this.#pauseFor(busyIntervalMs);
    }
  }

  #pauseFor(ms: number): void {
    this.#pause = setTimeout(() => {
      this.#pause = null;
      this.#begin();
    }, ms);
  }

  /** The next account with a post that may begin, and that post. */
  #nextAccount(): [account: string, posts: AccountPosts, job: JobRow] | null {
    const maxRunning = Math.max(1, Math.floor(this.#ctx.config.workerJobs / 4));
    const now = this.#ctx.clock.now();
    for (const [account, posts] of this.#accounts) {
      const job = this.#firstInTime(posts, now);
      if (job !== null && posts.running < maxRunning) return [account, posts, job];
      if (job === null && posts.running === 0) this.#accounts.delete(account);
    }
    return null;
  }

  /** Leaves to any worker what has waited too long: its lease expires soon. */
  #firstInTime({ waiting }: AccountPosts, now: number): JobRow | null {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      if (first.lease_until - leaseMs >= now) return first;
      waiting.shift();
      this.#count -= 1;
      this.#ctx.wake('jobs');
    }
    return null;
  }
}
