/** Message statuses: carriers' values mapped to ours, and their order. */

import type { MessageStatus } from '#api/messaging/operations.ts';

const carrierStatuses: Readonly<Record<string, MessageStatus>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

const ranks: Readonly<Record<MessageStatus, number>> = {
  pending: 0,
  queued: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
  read: 4,
  received: 4,
};

/** Our status for a carrier's; undefined for one that says nothing about delivery. */
export function outboundStatus(carrierStatus: string): MessageStatus | undefined {
  return Object.hasOwn(carrierStatuses, carrierStatus) ? carrierStatuses[carrierStatus] : undefined;
}

/** Status callbacks may be duplicated or out of order: true when `next` supersedes `current`. A failure is final. */
export function isNewerStatus(current: MessageStatus, next: MessageStatus): boolean {
  return !isUndelivered(current) && ranks[next] > ranks[current];
}

export function isUndelivered(status: MessageStatus): boolean {
  return status === 'failed' || status === 'undelivered';
}
