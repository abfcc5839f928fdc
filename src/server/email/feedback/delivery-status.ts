/** A server that had taken a mail tells by a mail of its own that it could not deliver it, or not yet. */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { Order } from '../messages/message.ts';
import type { DeliveryReport } from '../mime/delivery-status-notification.ts';
import { record, recordRefusal } from '../sending/job-handler.ts';
import { verdictOf } from '../smtp/classify-reply.ts';

/** Told twice, it is one event. What had ended without arrival stays as it is. */
export async function recordDeliveryReport(
  ctx: ServiceContext,
  tx: Queries,
  order: Order,
  { action, text }: DeliveryReport,
): Promise<void> {
  const { attempts, status } = order.row;
  if (['bounced', 'blocked', 'dropped'].includes(status)) return;
  if (action === 'delayed') {
    // A server that says so again and again while it tries has said one thing.
    const fields = { response: text, attempt: String(attempts) };
    await record(ctx, tx, order, { kind: 'deferred', cause: `delayed.${text}`, fields });
    return;
  }
  // Given up is refused, also where each attempt was put off: then the status still begins with 4.
  const verdict = verdictOf({ code: 550, text });
  if (verdict.kind !== 'refused') return;
  await recordRefusal(ctx, tx, order, { attempts, text, verdict, fields: {} });
}
