/** Compares stored definitions: small ones at once, large ones in a thread with bounded time and memory. */

import { diffInThread, maxLengthHere } from '../definition-queue.ts';
import { diffOfTexts } from './compare-save.ts';

/**
 * What differs between two definitions, given as JSON: the JSON of a `FlowDiff`.
 *
 * @throws Refusal too-complex when that takes the thread's time or memory, too-many when too many wait for it
 */
export async function compareDefinitions(
  before: string,
  after: string,
  inThread = diffInThread,
): Promise<string> {
  return before.length + after.length <= maxLengthHere
    ? JSON.stringify(diffOfTexts(before, after))
    : inThread(before, after);
}
