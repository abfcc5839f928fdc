/** The states of messages and calls, as `executions` and `numbers` have them. */

import type { CallStatus, MessageStatus } from '#api/messaging/operations.ts';

export const carrierStatus = {
  received: 'received',
  pending: 'being sent',
  queued: 'queued',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'not delivered',
  ringing: 'ringing',
  'in-progress': 'in progress',
  completed: 'ended',
  busy: 'busy',
  'no-answer': 'no answer',
  failed: 'failed',
  canceled: 'canceled',
} as const satisfies Record<MessageStatus | CallStatus, string>;
