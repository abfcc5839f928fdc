/** A server that had taken a mail tells by a mail of its own that it could not deliver it, or not yet. */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { OutboundMessage } from '../messages/message.ts';
import type { DeliveryStatusNotification } from '../mime/delivery-status-notification.ts';
import { recordBounce, recordMessageEvent } from '../sending/job-handler.ts';
import { classifyReply } from '../smtp/classify-reply.ts';

/** Told twice, it is one event. What had ended without arrival stays as it is. */
export async function recordDeliveryStatus(
  ctx: ServiceContext,
  tx: Queries,
  order: OutboundMessage,
  { action, text }: DeliveryStatusNotification,
): Promise<void> {
  const { attempts, status } = order.row;
  if (['bounced', 'blocked', 'dropped'].includes(status)) return;
  if (action === 'delayed') {
    // A server that says so again and again while it tries has said one thing.
    const fields = { response: text, attempt: String(attempts) };
    await recordMessageEvent(ctx, tx, order, { kind: 'deferred', cause: `delayed.${text}`, fields });
    return;
  }
  // Given up is refused, also where each attempt was put off: then the status still begins with 4.
  const verdict = classifyReply({ code: 550, text });
  if (verdict.kind !== 'refused') return;
  await recordBounce(ctx, tx, order, { attempts, text, verdict, fields: {} });
}
