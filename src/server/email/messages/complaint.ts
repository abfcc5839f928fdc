/** A recipient called a mail spam: the event, and no more mail to that address. */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { recordEvents } from '../events/service/record.ts';
import { upsertSuppressions } from '../suppressions/store.ts';
import { eventFields, messageIdOf, type OutboundMessage } from './message.ts';

/** `ip` is where the mail came from by the report, '' where that is not known. Told twice, it is one event. */
export async function recordSpamReport(
  ctx: ServiceContext,
  tx: Queries,
  order: OutboundMessage,
  ip: string,
): Promise<void> {
  const { account, region, email } = order.row;
  const now = ctx.clock.now();
  const message = messageIdOf(order.row);
  const cause = `${message}.spamreport`;
  await recordEvents(tx, { account, region, now }, [
    { cause, kind: 'spam_report', message, fields: eventFields(order) },
  ]);
  await upsertSuppressions(tx, [
    { account, region, list: 'spam_reports', email, reason: '', status: '', ip, created_at: now },
  ]);
}
