/** Builds the MIME message to one recipient: rendered, with tracking links and attachments. */

import type { EmailAddress } from '#api/email/message.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type OutboundMessage, replyToOf, senderOf, smtpIdOf } from '../messages/message.ts';
import { findAttachments } from '../messages/store.ts';
import type { Mailbox, MimeMessage } from '../mime/compose.ts';
import { createTrackingLinks } from '../tracking/signed-links.ts';
import { renderMessage } from './render.ts';
import { createSubstituter } from './substitutions.ts';

export async function buildMimeMessage(ctx: ServiceContext, message: OutboundMessage): Promise<MimeMessage> {
  const { row, shared, personalization } = message;
  const files = await findAttachments(ctx.database.read, row.mail);
  const { subject, parts, headers } = renderMessage(message, await createTrackingLinks(ctx, message));
  const replyTo = replyToOf(shared, createSubstituter(personalization.substitutions));
  return {
    messageId: smtpIdOf(row),
    date: new Date(row.send_at),
    from: toMailbox(senderOf(shared, personalization)),
    to: personalization.to.map(toMailbox),
    cc: (personalization.cc ?? []).map(toMailbox),
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
