/** What carriers say became of a message: their words, and which of them may follow which. */

import type { MessageStatus } from '#api/messaging/resources.ts';

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

/** The carrier's word for an outbound message in ours; undefined for one that says nothing of its way. */
export function outboundStatus(word: string): MessageStatus | undefined {
  return Object.hasOwn(carrierStatuses, word) ? carrierStatuses[word] : undefined;
}

/** True when `next` is news: repeated and overtaken reports are not, and what failed stays so. */
export function isNewerStatus(present: MessageStatus, next: MessageStatus): boolean {
  return !isUndelivered(present) && ranks[next] > ranks[present];
}

export function isUndelivered(status: MessageStatus): boolean {
  return status === 'failed' || status === 'undelivered';
}
