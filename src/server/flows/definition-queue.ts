/** Checks and compares large definitions in a worker thread with bounded time and memory, so that other requests do not wait for it. */

import { Worker } from 'node:worker_threads';
import { pointer } from '#flow/json/json-pointer.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { ValidationContext } from '#flow/validation/validate.ts';
import { threadProgram } from '../platform/checkout.ts';
import { threadEnvironment } from '../platform/config.ts';
import { Refusal } from '../platform/errors.ts';
import { ThreadFailed, ThreadQueue } from '../platform/thread-queue.ts';
import type { DefinitionReply, DefinitionRequest } from './definition-thread.ts';
import type { SaveComparison, SaveRequest } from './revisions/compare-save.ts';

/** Definitions up to this length take some milliseconds; longer ones are for the thread. */
export const maxLengthHere = 64 * 1024;

/** Each that waits holds texts of up to some MB. */
const limits = {
  ...{ timeLimitMs: 20_000, maxWaiting: 32 },
  refusal: 'Too many large flows are being checked at the moment',
};
/** With a small young generation it needs 30 instead of 50 MB for definitions of 1 MB, and no more time. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };

const queue = new ThreadQueue<DefinitionRequest, DefinitionReply>(
  () =>
    new Worker(threadProgram('definition-thread', import.meta.url), {
      resourceLimits,
      env: threadEnvironment(),
    }),
  limits,
);

/**
 * The findings of the definition in `text`; one that takes the thread's time or memory has an error for that.
 *
 * @throws Refusal too-many when too many wait already
 */
export async function validateInThread(text: string, context: ValidationContext): Promise<Finding[]> {
  try {
    return (await queue.ask({ kind: 'validate', text, context })) as Finding[];
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error;
    const message = 'The flow is too large to be checked. Move parts of it into subflows.';
    return [{ severity: 'error', code: 'too-large', message, property_path: pointer() }];
  }
}

/** @throws Refusal too-many when too many wait already, bad-request when it takes the thread's time or memory */
export async function compareInThread(save: SaveRequest): Promise<SaveComparison> {
  try {
    return (await queue.ask({ kind: 'compare', save })) as SaveComparison;
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error;
    const message =
      'The flow is too large to be compared with its last revision. Move parts of it into subflows.';
    throw new Refusal('bad-request', message, { field: 'Definition' });
  }
}

/** A person waits for it. */
const diffTimeLimitMs = 5_000;

/**
 * The JSON of a `FlowDiff`.
 *
 * @throws Refusal too-many when too many wait already, too-complex when it takes the thread's time or memory
 */
export async function diffInThread(before: string, after: string): Promise<string> {
  try {
    return (await queue.ask({ kind: 'diff', before, after }, diffTimeLimitMs)) as string;
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error;
    const message = 'These revisions differ in too much to be compared. Compare each with one between them.';
    throw new Refusal('too-complex', message);
  }
}
