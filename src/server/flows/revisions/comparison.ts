/** Compares stored definitions: small ones at once, large ones in a thread with bounded time and memory. */

import type { FlowDefinition } from '#flow/definition.ts';
import type { FlowDiff } from '#flow/diff/change.ts';
import { diff } from '#flow/diff/diff.ts';
import { threadProgram } from '../../platform/checkout.ts';
import { Refusal } from '../../platform/errors.ts';
import { ThreadQueue } from '../../platform/thread-queue.ts';
import type { ComparisonReply, ComparisonRequest } from './comparison-thread.ts';

/** Characters of both texts that are compared within some milliseconds, whatever stands in them. */
const maxLengthHere = 64 * 1024;
/** Characters of both that are compared in the transaction of a save, for a summary: what people write, within 50 ms. */
const maxLengthInTransaction = 1024 * 1024;

const queue = new ThreadQueue<ComparisonRequest, ComparisonReply>(
  threadProgram('comparison-thread', import.meta.url),
  5_000,
  'Too many large flows are being compared at the moment',
);

/**
 * What differs between two definitions, given as JSON.
 *
 * @throws Refusal too-complex when that takes the thread's time or memory, too-many when too many wait for it
 */
export async function compareDefinitions(
  before: string,
  after: string,
  thread: Pick<typeof queue, 'send'> = queue,
): Promise<FlowDiff> {
  if (before.length + after.length <= maxLengthHere) return compareHere(before, after);
  const found = await thread.send({ before, after });
  if (found !== null) return found;
  const message = 'These revisions differ in too much to be compared. Compare each with one between them.';
  throw new Refusal('too-complex', message);
}

/** The same for whoever cannot wait; null where it may take long. */
export function compareAtOnce(before: string, after: string): FlowDiff | null {
  return before.length + after.length > maxLengthInTransaction ? null : compareHere(before, after);
}

function compareHere(before: string, after: string): FlowDiff {
  return diff(JSON.parse(before) as FlowDefinition, JSON.parse(after) as FlowDefinition);
}
