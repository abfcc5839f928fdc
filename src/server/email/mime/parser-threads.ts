/** Parses messages in worker threads with bounded time and memory: large ones in a thread each, small ones in a shared one. */

import { Worker } from 'node:worker_threads';
import type { FormEnvelope, InboundForm } from './parse.ts';
import type { ParseReply, ParseRequest } from './parser-thread.ts';

/** Messages up to this size are parsed within some milliseconds, whatever their content. */
const smallMessageBytes = 64 * 1024;
const timeLimitMs = 20_000;
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };

/**
 * Parses a message. The buffer of a large one is transferred to the thread, so `bytes` is empty afterwards.
 *
 * @throws Error when the message cannot be parsed within the limits
 */
export async function parseInThread(
  bytes: Uint8Array<ArrayBuffer>,
  envelope: FormEnvelope,
): Promise<InboundForm> {
  if (bytes.byteLength > smallMessageBytes) return parseInOwnThread(bytes, envelope, [bytes.buffer]);
  if (sharedThread === null || sharedThread.isOver) sharedThread = new ParserThread();
  try {
    return await sharedThread.read(bytes, envelope);
  } catch (error) {
    // Another message may have terminated the thread.
    if (error instanceof ThreadEnded) return parseInOwnThread(bytes, envelope);
    throw error;
  }
}

/** Reused, as starting a thread costs more than parsing many small messages. */
let sharedThread: ParserThread | null = null;

async function parseInOwnThread(
  bytes: Uint8Array<ArrayBuffer>,
  envelope: FormEnvelope,
  handedOver: ArrayBuffer[] = [],
): Promise<InboundForm> {
  const thread = new ParserThread();
  try {
    return await thread.read(bytes, envelope, handedOver);
  } finally {
    // Frees the memory of the thread before the form is used.
    await thread.end();
  }
}

class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

class ParserThread {
  readonly #thread = new Worker(new URL('./parser-thread.ts', import.meta.url), { resourceLimits });
  readonly #waiting = new Map<number, { resolve(form: InboundForm): void; reject(error: Error): void }>();
  #count = 0;
  #end: Error | null = null;

  constructor() {
    this.#thread.on('message', ({ number, form, problem }: ParseReply) => {
      if (form === null) this.#waiting.get(number)?.reject(new Error(problem));
      else this.#waiting.get(number)?.resolve(form);
    });
    this.#thread.on('error', (error: Error) => this.#over(error.message));
    this.#thread.on('exit', () => this.#over('The thread ended'));
    // An idle thread does not keep the process alive.
    this.#thread.unref();
  }

  get isOver(): boolean {
    return this.#end !== null;
  }

  /** @throws ThreadEnded when the thread terminated before, or what the parser throws */
  async read(
    bytes: Uint8Array<ArrayBuffer>,
    envelope: FormEnvelope,
    handedOver: ArrayBuffer[] = [],
  ): Promise<InboundForm> {
    const number = this.#count++;
    const late = setTimeout(() => {
      this.#over(`The message could not be parsed within ${timeLimitMs / 1000} s`);
      void this.end();
    }, timeLimitMs);
    try {
      return await new Promise<InboundForm>((resolve, reject) => {
        this.#waiting.set(number, { resolve, reject });
        this.#thread.postMessage({ number, bytes, envelope } satisfies ParseRequest, handedOver);
      });
    } finally {
      clearTimeout(late);
      this.#waiting.delete(number);
    }
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }

  #over(problem: string): void {
    this.#end ??= new ThreadEnded(problem);
    for (const each of this.#waiting.values()) each.reject(this.#end);
  }
}
