/**
 * Checkpoints of the embedded file off the main thread: a worker thread copies the write-ahead log back while the main
 * thread goes on (docs/decisions/058). The connection that writes only finishes the work, when the log has grown long; it
 * does all of it where the thread cannot run.
 */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadProgram } from '../checkout.ts';
import { threadEnvironment } from '../config.ts';
import type { CheckpointCommand, CheckpointReply, CheckpointThreadData } from './checkpoint-thread.ts';

/** Pages written since the last checkpoint, roughly, for the next one: 16 MB, as most pages of a log are in it several times. */
const pagesPerCheckpoint = 4_000;

/** The length of the log, in pages, from which on the connection that writes copies what is left: 64 MB. */
export const longLog = 16_000;

/** A thread that has nothing to do ends, as it takes memory. */
const idleMs = 30_000;

const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

export class Checkpoints {
  readonly #file: string;
  #thread: Worker | null = null;
  #pages = 0;
  /** Of the checkpoint under way. */
  #running: PromiseWithResolvers<void> | null = null;
  /** None begins while it is above 0. */
  #holds = 0;
  readonly #idle = setTimeout(() => void this.#endThread(), idleMs).unref();

  constructor(file: string) {
    this.#file = file;
  }

  /** Notes a commit of about that many pages; begins a checkpoint when it is time, and returns at once. */
  committed(pages: number): void {
    this.#pages += pages;
    if (this.#pages < pagesPerCheckpoint || this.#running !== null || this.#holds > 0) return;
    this.#running = Promise.withResolvers();
    this.#thread ??= this.#startThread();
    this.#thread.postMessage('checkpoint' satisfies CheckpointCommand);
    this.#pages = 0;
  }

  /** Runs `act` while the thread does nothing: SQLite refuses a checkpoint at once while another one is under way. */
  async suspendDuring(act: () => Promise<void>): Promise<void> {
    this.#holds += 1;
    await this.#running?.promise;
    try {
      await act();
    } finally {
      this.#holds -= 1;
    }
  }

  /** Ends the thread; no checkpoint begins any more. */
  async close(): Promise<void> {
    this.#holds += 1;
    clearTimeout(this.#idle);
    await this.#endThread();
  }

  #startThread(): Worker {
    const workerData: CheckpointThreadData = { file: this.#file };
    const thread = new Worker(threadProgram('checkpoint-thread', import.meta.url), {
      workerData,
      resourceLimits,
      env: threadEnvironment(),
    });
    thread.unref();
    thread.on('message', ({ log, checkpointed }: CheckpointReply) => {
      this.#end();
      this.#pages = Math.max(this.#pages, log - checkpointed);
      this.#idle.refresh();
    });
    // Without it the connection that writes does the work, until the next commit starts another one.
    thread.on('error', () => {});
    thread.on('exit', () => {
      if (this.#thread !== thread) return;
      this.#thread = null;
      this.#end();
    });
    return thread;
  }

  #end(): void {
    this.#running?.resolve();
    this.#running = null;
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    thread.ref();
    const ended = once(thread, 'exit').catch(() => {});
    thread.postMessage('close' satisfies CheckpointCommand);
    await ended;
  }
}
