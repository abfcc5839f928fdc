/** Worker thread that validates large definitions, one after the other: started by `validation-queue.ts`. */

import { parentPort } from 'node:worker_threads';
import type { Finding } from '#flow/validation/finding.ts';
import { type ValidationContext, validate } from '#flow/validation/validate.ts';

/** `text` is the JSON of a definition. */
export type ValidationRequest = { text: string; context: ValidationContext };

export type ValidationReply = Finding[];

parentPort?.on('message', ({ text, context }: ValidationRequest) => {
  parentPort?.postMessage(validate(JSON.parse(text), context) satisfies ValidationReply);
});
