/** One worker thread with bounded time and memory that answers one request after the other. */

import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { Refusal } from './errors.ts';

/** The thread took more time or memory than it has, or failed. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed';
}

/** So that the last reply is not kept. */
const nothing = () => {};

/** `refusal` says that too many wait. */
export type ThreadLimits = { timeLimitMs: number; maxWaiting: number; refusal: string };

/** `Request` and `Reply` are what its program takes and posts; before the first one it posts that it is loaded. */
export class ThreadQueue<Request, Reply> {
  readonly #start: () => Worker;
  readonly #limits: ThreadLimits;
  /** Kept, as starting one takes longer than most requests; null before the first, and after one that failed. */
  #thread: Worker | null = null;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(start: () => Worker, limits: ThreadLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  /**
   * `timeLimitMs` is what this request may take, without its wait.
   *
   * @throws Refusal too-many when too many wait already
   * @throws ThreadFailed
   */
  async ask(request: Request, timeLimitMs = this.#limits.timeLimitMs): Promise<Reply> {
    if (this.#waiting >= this.#limits.maxWaiting) {
      throw new Refusal('too-many', this.#limits.refusal, { retryAfterSeconds: 1 });
    }
    this.#waiting += 1;
    const reply = this.#last.then(() => this.#askNow(request, timeLimitMs));
    this.#last = reply.then(nothing, nothing);
    try {
      return await reply;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #askNow(request: Request, timeLimitMs: number): Promise<Reply> {
    // Loading the program is no part of the time that a request has.
    const thread = this.#thread ?? (await this.#startThread());
    const late = new AbortController();
    // Cleared with the reply: until it ended, an `AbortSignal.timeout` would keep all that belongs to the request.
    const timer = setTimeout(() => late.abort(), timeLimitMs);
    try {
      // The process stays alive until the reply is there.
      thread.ref();
      thread.postMessage(request);
      // A thread that fails ends without a reply: `once` throws its error.
      const [reply] = (await once(thread, 'message', { signal: late.signal })) as [Reply];
      return reply;
    } catch (error) {
      this.#thread = null;
      await thread.terminate();
      throw new ThreadFailed('A worker thread did not answer', { cause: error });
    } finally {
      clearTimeout(timer);
      thread.unref();
    }
  }

  async #startThread(): Promise<Worker> {
    const thread = this.#start();
    // The pending request gets the error, too.
    thread.on('error', () => {});
    await once(thread, 'message');
    this.#thread = thread;
    return thread;
  }
}
