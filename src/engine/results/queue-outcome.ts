/** The event by which a widget is left whose caller has left a queue. */

import { type JsonObject, textOf } from '#flow/json/json.ts';
import type { Note } from '../execution.ts';

/** The documented code for a call that could not be put into a queue. */
export const enqueueFailedCode = 81009;

/** Queue results of a call that was answered or redirected. */
const acceptedResults = ['bridged', 'bridging-in-process', 'redirected', 'redirected-from-bridged', 'leave'];

/** `call` has the carrier's fields; `otherwise` is the event where they do not say that the call was answered. */
export function queueOutcome(
  call: JsonObject,
  otherwise: 'failedToEnqueue' | 'callFailure',
): { go: 'callComplete' | 'failedToEnqueue' | 'callFailure'; notes?: Note[] } {
  const result = textOf(call.QueueResult);
  if (acceptedResults.includes(result)) return { go: 'callComplete' };
  if (result === 'hangup' || otherwise === 'callFailure') return { go: 'callFailure' };
  const reported = result === '' ? 'nothing' : `“${result}”`;
  const message = `The carrier reported ${reported} for the queue.`;
  return { go: otherwise, notes: [{ code: enqueueFailedCode, message }] };
}
