/** A mail to one recipient as it is handed over, rendered and with its files. */

import type { MailAddress } from '#api/email/message.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type Order, senderOf, smtpIdOf } from '../messages/message.ts';
import { findAttachments } from '../messages/store.ts';
import type { Letter, Mailbox } from '../mime/compose.ts';
import { linksOf } from '../tracking/signed-links.ts';
import { renderMail } from './render.ts';

export async function letterOf(ctx: ServiceContext, order: Order): Promise<Letter> {
  const { row, mail, person } = order;
  const files = await findAttachments(ctx.database.read, row.mail);
  const { subject, parts, headers } = renderMail(order, await linksOf(ctx, order));
  const replyTo = mail.reply_to_list ?? (mail.reply_to === undefined ? [] : [mail.reply_to]);
  return {
    messageId: smtpIdOf(row),
    date: new Date(row.send_at),
    from: mailbox(senderOf(mail, person)),
    to: person.to.map(mailbox),
    cc: (person.cc ?? []).map(mailbox),
    replyTo: replyTo.map(mailbox),
    subject,
    headers,
    parts,
    files: files.map(({ filename, type, inline, content_id, bytes }) => {
      return { filename, type, inline: inline === 1, contentId: content_id, bytes };
    }),
  };
}

function mailbox({ email, name }: MailAddress): Mailbox {
  return { address: email.trim(), name: name ?? '' };
}
