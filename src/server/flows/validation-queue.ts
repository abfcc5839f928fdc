/** Validates large definitions in a worker thread with bounded time and memory, so that nobody else waits for it. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { pointer } from '#flow/json/json-pointer.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { ValidationContext } from '#flow/validation/validate.ts';
import { threadProgram } from '../platform/checkout.ts';
import { Refusal } from '../platform/errors.ts';
import type { ValidationReply, ValidationRequest } from './validation-thread.ts';

const timeLimitMs = 20_000;
/** Each holds a text of up to 2 MB until it is its turn. */
const maxWaiting = 32;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** Kept, as starting one takes longer than most validations; null before the first, and after one that failed. */
let thread: Worker | null = null;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * The findings of the definition in `text`; one that takes the thread's time or memory has an error for that.
 *
 * @throws Refusal too-many when too many wait already
 */
export function validateInThread(text: string, context: ValidationContext): Promise<Finding[]> {
  if (waiting >= maxWaiting) {
    const message = 'Too many large flows are being checked at the moment';
    throw new Refusal('too-many', message, { retryAfterSeconds: 1 });
  }
  waiting += 1;
  const findings = last.then(() => validateNext({ text, context })).finally(() => (waiting -= 1));
  last = findings.catch(() => {});
  return findings;
}

async function validateNext(request: ValidationRequest): Promise<Finding[]> {
  const current = thread ?? startThread();
  const done = new AbortController();
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(timeLimitMs)]);
  try {
    // The process stays alive for whoever waits for the reply.
    current.ref();
    current.postMessage(request);
    // A thread that fails ends without a reply: `once` throws its error.
    const [reply] = (await once(current, 'message', { signal })) as [ValidationReply];
    return reply;
  } catch {
    thread = null;
    await current.terminate();
    const message = 'The flow is too large to be checked. Move parts of it into subflows.';
    return [{ severity: 'error', code: 'too-large', message, property_path: pointer() }];
  } finally {
    done.abort();
    current.unref();
  }
}

function startThread(): Worker {
  thread = new Worker(threadProgram('validation-thread', import.meta.url), { resourceLimits });
  // Whoever waits gets the error, too.
  thread.on('error', () => {});
  return thread;
}
