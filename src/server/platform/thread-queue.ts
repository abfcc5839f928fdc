/** Does large pieces of work in a worker thread, one after the other, with bounded time and memory: nobody else waits. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from './errors.ts';

/** Each holds up to 2 MB until it is its turn. */
const maxWaiting = 32;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

export class ThreadQueue<Request, Reply> {
  readonly #program: URL;
  readonly #timeLimitMs: number;
  readonly #busyMessage: string;
  /** Kept, as starting one takes longer than most work; null before the first, and after one that failed. */
  #thread: Worker | null = null;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `program` replies with one message to each; `busyMessage` is for those who find too many waiting. */
  constructor(program: URL, timeLimitMs: number, busyMessage: string) {
    this.#program = program;
    this.#timeLimitMs = timeLimitMs;
    this.#busyMessage = busyMessage;
  }

  /**
   * The reply; null for a request that takes the thread's time or memory.
   *
   * @throws Refusal too-many when too many wait already
   */
  send(request: Request): Promise<Reply | null> {
    if (this.#waiting >= maxWaiting)
      throw new Refusal('too-many', this.#busyMessage, { retryAfterSeconds: 1 });
    this.#waiting += 1;
    const reply = this.#last.then(() => this.#sendNext(request)).finally(() => (this.#waiting -= 1));
    this.#last = reply.catch(() => {});
    return reply;
  }

  async #sendNext(request: Request): Promise<Reply | null> {
    const current = this.#thread ?? this.#start();
    const done = new AbortController();
    const signal = AbortSignal.any([done.signal, AbortSignal.timeout(this.#timeLimitMs)]);
    try {
      // The process stays alive for whoever waits for the reply.
      current.ref();
      current.postMessage(request);
      // A thread that fails ends without a reply: `once` throws its error.
      const [reply] = (await once(current, 'message', { signal })) as [Reply];
      return reply;
    } catch {
      this.#thread = null;
      await current.terminate();
      return null;
    } finally {
      done.abort();
      current.unref();
    }
  }

  #start(): Worker {
    this.#thread = new Worker(this.#program, { resourceLimits });
    // Whoever waits gets the error, too.
    this.#thread.on('error', () => {});
    return this.#thread;
  }
}
