/** The queue of first posts: one by one while emails arrive, then as slots are free, the accounts in turns. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobRow } from '../../../platform/database/schema/tables.ts';
import { PostQueue } from './post-queue.ts';

/** A worker that runs what it is given until `finish` is called. */
function openWorker(slots = Number.POSITIVE_INFINITY) {
  const running: { job: JobRow; end(): void }[] = [];
  const began: string[] = [];
  return {
    began,
    run(job: JobRow): Promise<void> | null {
      if (running.length >= slots) return null;
      began.push(job.key);
      return new Promise<void>((end) => running.push({ job, end }));
    },
    async finish(count = running.length) {
      for (const { end } of running.splice(0, count)) end();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

let now: number;
let wakes: number;
const context = (dialect: 'sqlite' | 'postgres', workerJobs: number) =>
  ({
    clock: { now: () => now },
    config: { workerJobs },
    database: { dialect },
    wake: () => {
      wakes += 1;
    },
  }) as unknown as ConstructorParameters<typeof PostQueue>[0];

const open = (worker: ReturnType<typeof openWorker> | null, workerJobs = 40) =>
  new PostQueue(context('sqlite', workerJobs), worker);

/** An email of the account arrives: its post is claimed, and added after the commit. */
function receive(posts: PostQueue, key: string, account = 'a') {
  const { leaseUntil } = posts.plan(now);
  if (leaseUntil === null) throw new Error('The queue is full.');
  posts.add([{ key, account, lease_until: leaseUntil } as JobRow]);
}

beforeEach(() => {
  vi.useFakeTimers();
  [now, wakes] = [1_000, 0];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('first posts of received emails', () => {
  it('begin at once at a low rate', () => {
    const worker = openWorker();
    const posts = open(worker);
    for (const key of ['1', '2', '3']) {
      receive(posts, key);
      expect(worker.began.at(-1)).toBe(key);
      vi.advanceTimersByTime(50);
    }
  });

  it('give way while emails arrive, and follow the burst', () => {
    const worker = openWorker();
    const posts = open(worker, 400);
    for (let ms = 0; ms < 50; ms += 1) {
      receive(posts, `${ms}`);
      vi.advanceTimersByTime(1);
    }
    expect(worker.began).toEqual(['0', '1', '2', '3', '4', '5']);
    vi.advanceTimersByTime(100);
    expect(worker.began).toHaveLength(50);
  });

  it('take a quarter of the slots for each account, and the accounts take turns', async () => {
    const worker = openWorker();
    const posts = open(worker, 12);
    for (const key of ['a1', 'a2', 'a3', 'a4']) receive(posts, key, 'a');
    for (const key of ['b1', 'b2']) receive(posts, key, 'b');
    vi.advanceTimersByTime(100);
    expect(worker.began).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
    await worker.finish(1);
    expect(worker.began.at(-1)).toBe('a4');
  });

  it('ask again where the worker has no free slot', async () => {
    const worker = openWorker(1);
    const posts = open(worker);
    receive(posts, '1');
    receive(posts, '2');
    vi.advanceTimersByTime(100);
    expect(worker.began).toEqual(['1']);
    await worker.finish();
    vi.advanceTimersByTime(50);
    expect(worker.began).toEqual(['1', '2']);
  });

  it('are left to any worker after a while', async () => {
    const worker = openWorker(1);
    const posts = open(worker);
    receive(posts, '1');
    receive(posts, 'late');
    now += 46_000;
    await worker.finish();
    vi.advanceTimersByTime(100);
    expect(worker.began).toEqual(['1']);
    expect(wakes).toBe(1);
  });

  it('are not claimed where other processes post, or too many wait', () => {
    expect(open(null).plan(now)).toEqual({ leaseUntil: null, due: now });
    const worker = openWorker(0);
    const posts = new PostQueue(context('postgres', 40), worker);
    for (let count = 0; count < 64; count += 1) receive(posts, `${count}`);
    expect(posts.plan(now).leaseUntil).toBeNull();
  });
});
