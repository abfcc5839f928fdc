/** Sends an email again to one of its recipients: a new email, of the same content. */

import type { ServiceContext } from '../../platform/service-context.ts';
import type { OutboundMessage } from '../messages/message.ts';
import { findAttachments, type OutboundRecipientRow } from '../messages/store.ts';
import { acceptMessage } from './accept.ts';
import { newMail } from './service.ts';

/** Returns the SID of the new one, which is sent now, whenever the first one was to be. */
export async function sendAgain(
  ctx: ServiceContext,
  { row, shared: sharedBefore, personalization: before }: OutboundMessage,
): Promise<string> {
  const { send_at: _, batch_id: __, ...shared } = sharedBefore;
  const { send_at: ___, ...personalization } = before;
  const mail = newMail(ctx, row, shared);
  const { account, region, sender, email, subject, terms } = row;
  const { shard, created_at } = mail;
  const key = { mail: mail.id, shard };
  const sid = ctx.ids.sid('EM');
  const attachments = await findAttachments(ctx.database.read, row.mail);
  const recipient: OutboundRecipientRow = {
    ...{ sid, ...key, number: 0, personalization: 0, account, region, sender, email, subject, terms },
    ...{ status: 'waiting', in_mailbox: 0, attempts: 0, response: '' },
    ...{ send_at: created_at, created_at, updated_at: null, waits_until: null, batch_id: null },
  };
  await acceptMessage(ctx, {
    ...{ mail, shared, personalizations: [personalization], recipients: [recipient], faults: new Map() },
    attachments: attachments.map((file) => ({ ...file, ...key })),
  });
  return sid;
}
