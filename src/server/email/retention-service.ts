/** What data retention deletes of email: old messages and events in batches, and what aborted messages left behind. */

import type { ServiceContext } from '../platform/service-context.ts';
import { deleteOldAttempts } from './events/store/attempts.ts';
import { deleteOldEvents } from './events/store/events.ts';
import { deleteOldInboundEmails } from './inbound/store/emails.ts';
import { deleteOldOutboundMessages } from './messages/store.ts';

/** Data of an account of `before` (epoch milliseconds) or earlier, up to `limit` rows. */
export type Expired = { account: string; before: number; limit: number };

const deletions = {
  inboundEmails: deleteOldInboundEmails,
  events: deleteOldEvents,
  deliveryAttempts: deleteOldAttempts,
};

/** Deletes the oldest expired rows of a kind, in one transaction; returns how many. */
export function deleteExpired(
  ctx: ServiceContext,
  kind: keyof typeof deletions,
  expired: Expired,
): Promise<number> {
  return ctx.database.write((tx) => deletions[kind](tx, expired));
}

/** The same of messages that were sent; null when none is left. */
export function deleteExpiredMessages(ctx: ServiceContext, expired: Expired): Promise<number | null> {
  return ctx.database.write((tx) => deleteOldOutboundMessages(tx, expired));
}
