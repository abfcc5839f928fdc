/** Terminal statuses of calls. */

import type { CallStatus } from '#api/messaging/operations.ts';

const terminalStatuses: readonly CallStatus[] = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];

export function isTerminal(status: CallStatus): boolean {
  return terminalStatuses.includes(status);
}
