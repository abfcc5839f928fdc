/** Records a delivery status notification: an asynchronous bounce, or a delay. */

import type { Queries } from '../../platform/database/database.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { OutboundMessage } from '../messages/message.ts';
import { recordBounce, recordMessageEvent } from '../messages/outcomes.ts';
import type { DeliveryStatusNotification } from '../mime/delivery-status-notification.ts';
import { classifyReply } from '../smtp/classify-reply.ts';

/** Idempotent. A message that has already bounced or was dropped keeps its status. */
export async function recordDeliveryStatus(
  ctx: ServiceContext,
  tx: Queries,
  message: OutboundMessage,
  { action, text }: DeliveryStatusNotification,
): Promise<void> {
  const { attempts, status } = message.row;
  if (['bounced', 'blocked', 'dropped'].includes(status)) return;
  if (action === 'delayed') {
    // Repeated notifications of the same delay are one event.
    const fields = { response: text, attempt: String(attempts) };
    await recordMessageEvent(ctx, tx, message, { kind: 'deferred', cause: `delayed.${text}`, fields });
    return;
  }
  // The action `failed` is permanent, even where the status is that of the last transient reply (4.x.x).
  const replyClass = classifyReply({ code: 550, text });
  if (replyClass.kind !== 'refused') return;
  await recordBounce(ctx, tx, message, { attempts, text, replyClass, fields: {} });
}
