/** Statuses of calls: their order, and which are an end. */

import type { CallStatus } from '#api/messaging/operations.ts';

const terminalStatuses: readonly CallStatus[] = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];

export function isTerminal(status: CallStatus): boolean {
  return terminalStatuses.includes(status);
}

const beforeEnd: readonly CallStatus[] = ['queued', 'ringing', 'in-progress'];

/** Reports may be duplicated or out of order: true when `next` supersedes `current`. An end is final. */
export function isNewerStatus(current: CallStatus, next: CallStatus): boolean {
  if (isTerminal(current)) return false;
  return isTerminal(next) || beforeEnd.indexOf(next) > beforeEnd.indexOf(current);
}
