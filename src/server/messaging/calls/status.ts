/** Which states of a call are its end. */

import type { CallStatus } from '#api/carrier.ts';

const over: readonly CallStatus[] = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];

export function isOver(status: CallStatus): boolean {
  return over.includes(status);
}
