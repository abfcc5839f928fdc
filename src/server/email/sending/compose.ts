/** A mail to one recipient as it is handed over, rendered and with its files. */

import type { EmailAddress } from '#api/email/message.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type OutboundMessage, senderOf, smtpIdOf } from '../messages/message.ts';
import { findAttachments } from '../messages/store.ts';
import type { Mailbox, MimeMessage } from '../mime/compose.ts';
import { createTrackingLinks } from '../tracking/signed-links.ts';
import { renderMessage } from './render.ts';

export async function buildMimeMessage(ctx: ServiceContext, order: OutboundMessage): Promise<MimeMessage> {
  const { row, shared: mail, personalization: person } = order;
  const files = await findAttachments(ctx.database.read, row.mail);
  const { subject, parts, headers } = renderMessage(order, await createTrackingLinks(ctx, order));
  const replyTo = mail.reply_to_list ?? (mail.reply_to === undefined ? [] : [mail.reply_to]);
  return {
    messageId: smtpIdOf(row),
    date: new Date(row.send_at),
    from: toMailbox(senderOf(mail, person)),
    to: person.to.map(toMailbox),
    cc: (person.cc ?? []).map(toMailbox),
    replyTo: replyTo.map(toMailbox),
    subject,
    headers,
    parts,
    files: files.map(({ filename, type, inline, content_id, bytes }) => {
      return { filename, type, inline: inline === 1, contentId: content_id, bytes };
    }),
  };
}

function toMailbox({ email, name }: EmailAddress): Mailbox {
  return { address: email.trim(), name: name ?? '' };
}
