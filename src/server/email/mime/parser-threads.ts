/**
 * Parses messages in worker threads with bounded time and memory: large ones in a thread each, small ones in a shared one, and
 * reports one after the other in one of their own.
 */

import { Worker } from 'node:worker_threads';
import { threadProgram } from '../../platform/checkout.ts';
import { threadEnvironment } from '../../platform/config.ts';
import { ThreadQueue } from '../../platform/thread-queue.ts';
import type { ParseReply, ParseRequest, ParseResult, ParseTask, ReportRequest } from './parser-thread.ts';
import type { Report } from './report.ts';

/** Messages up to this size are parsed within half a second, whatever their content; most within milliseconds. */
const smallMessageBytes = 256 * 1024;
const timeLimitMs = 20_000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

const startThread = () =>
  new Worker(threadProgram('parser-thread', import.meta.url), { resourceLimits, env: threadEnvironment() });

/** As many as there are SMTP clients; how much of them is held together is bounded where they are received. */
const maxReports = 400;

const reports = new ThreadQueue<ReportRequest, Report | null>(startThread, {
  ...{ timeLimitMs, maxWaiting: maxReports, refusal: 'Too many reports are being read at the moment' },
});

/**
 * Reads a report of another server, before it is known whether it is about a message from here; null where it cannot be parsed.
 *
 * @throws ThreadFailed when that is not done within the limits of time and memory
 */
export function readReportInThread(report: Uint8Array<ArrayBuffer>): Promise<Report | null> {
  return reports.ask({ report });
}

/** The parser threads of one server. */
export class ParserThreads {
  /** Reused, as starting a thread costs more than parsing many small messages. */
  #shared: ParserThread | null = null;

  /**
   * Authenticates the sender and builds the form. The buffer of a large one is transferred to the thread, so `bytes` is empty afterwards.
   *
   * @throws Error when that is not done within the limits of time and memory
   */
  async parse(bytes: Uint8Array<ArrayBuffer>, task: ParseTask): Promise<ParseResult> {
    if (bytes.byteLength > smallMessageBytes) return parseInOwnThread(bytes, task, [bytes.buffer]);
    if (this.#shared === null || this.#shared.hasEnded) this.#shared = new ParserThread();
    try {
      return await this.#shared.parse(bytes, task);
    } catch (error) {
      // Another message may have terminated the thread.
      if (error instanceof ThreadEnded) return parseInOwnThread(bytes, task);
      throw error;
    }
  }
}

async function parseInOwnThread(
  bytes: Uint8Array<ArrayBuffer>,
  task: ParseTask,
  transferList: ArrayBuffer[] = [],
): Promise<ParseResult> {
  const thread = new ParserThread();
  try {
    return await thread.parse(bytes, task, transferList);
  } finally {
    // Frees the memory of the thread before the form is used.
    await thread.terminate();
  }
}

class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

class ParserThread {
  readonly #thread = startThread();
  readonly #pending = new Map<number, { resolve(result: ParseResult): void; reject(error: Error): void }>();
  #requestCount = 0;
  #end: Error | null = null;

  constructor() {
    this.#thread.on('message', (reply: ParseReply | 'loaded') => {
      if (reply === 'loaded') return;
      const { number, ...result } = reply;
      this.#pending.get(number)?.resolve(result);
    });
    this.#thread.on('error', (error: Error) => this.#endWith(error.message));
    this.#thread.on('exit', () => this.#endWith('The thread ended'));
    // An idle thread does not keep the process alive.
    this.#thread.unref();
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** @throws ThreadEnded when the thread terminated before */
  async parse(
    bytes: Uint8Array<ArrayBuffer>,
    task: ParseTask,
    transferList: ArrayBuffer[] = [],
  ): Promise<ParseResult> {
    const number = this.#requestCount++;
    const timeout = setTimeout(() => {
      this.#endWith(`The message could not be parsed within ${timeLimitMs / 1000} s`);
      void this.terminate();
    }, timeLimitMs);
    try {
      return await new Promise<ParseResult>((resolve, reject) => {
        this.#pending.set(number, { resolve, reject });
        this.#thread.postMessage({ number, bytes, task } satisfies ParseRequest, transferList);
      });
    } finally {
      clearTimeout(timeout);
      this.#pending.delete(number);
    }
  }

  async terminate(): Promise<void> {
    await this.#thread.terminate();
  }

  #endWith(problem: string): void {
    this.#end ??= new ThreadEnded(problem);
    for (const each of this.#pending.values()) each.reject(this.#end);
  }
}
