/** Validates large definitions in a thread. */

import { pointer } from '#flow/json/json-pointer.ts';
import type { Finding } from '#flow/validation/finding.ts';
import type { ValidationContext } from '#flow/validation/validate.ts';
import { threadProgram } from '../platform/checkout.ts';
import { ThreadQueue } from '../platform/thread-queue.ts';
import type { ValidationReply, ValidationRequest } from './validation-thread.ts';

const queue = new ThreadQueue<ValidationRequest, ValidationReply>(
  threadProgram('validation-thread', import.meta.url),
  20_000,
  'Too many large flows are being checked at the moment',
);

/**
 * The findings of the definition in `text`; one that takes the thread's time or memory has an error for that.
 *
 * @throws Refusal too-many when too many wait already
 */
export function validateInThread(text: string, context: ValidationContext): Promise<Finding[]> {
  return queue.send({ text, context }).then((findings) => findings ?? [tooLarge()]);
}

function tooLarge(): Finding {
  const message = 'The flow is too large to be checked. Move parts of it into subflows.';
  return { severity: 'error', code: 'too-large', message, property_path: pointer() };
}
