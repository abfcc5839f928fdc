/** Service functions of notices: messages of the installation to those who use it, in no mailbox and no statistics. */

import type { ServiceContext } from '../../platform/service-context.ts';
import { composeMime } from '../mime/compose.ts';
import { classifyReply } from '../smtp/classify-reply.ts';
import { isKeptHere, sendBytes } from './relay.ts';

/** `id` is its Message-ID without the domain. */
export type Notice = { id: string; from: string; to: string; subject: string; text: string };

/** What became of it, and the words of the relay. `deferred` when it may be taken later, or the relay cannot be reached. */
export type NoticeResult = { kind: 'delivered' | 'deferred' | 'refused'; text: string };

export async function sendNotice(ctx: ServiceContext, notice: Notice): Promise<NoticeResult> {
  const { id, from, to, subject, text } = notice;
  if (isKeptHere(ctx)) return { kind: 'deferred', text: 'There is no SMTP relay' };
  const bytes = await composeMime({
    messageId: `${id}@${from.slice(from.indexOf('@') + 1)}`,
    date: new Date(ctx.clock.now()),
    from: { address: from, name: 'Patchbay' },
    to: [{ address: to, name: '' }],
    ...{ cc: [], replyTo: [], files: [] },
    subject,
    // So that no absence assistant answers (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    parts: [{ type: 'text/plain', value: text }],
  });
  const reply = await sendBytes(ctx, { sender: from, recipient: to, bytes });
  return { kind: classifyReply(reply).kind, text: reply.text };
}
