/** Sends a message of a flow: with the built-in carrier, a row. */

import type { Result } from '#engine/signal.ts';
import { insertMessage } from '../../store/messages.ts';
import type { MessageRow } from '../../store/tables.ts';
import type { Asker, Work } from '../work.ts';
import { type Carried, type CommandOf, now } from './carried.ts';

const failedToSend = 81011;

export async function sendMessage(
  work: Work,
  asker: Asker,
  command: CommandOf<'send-message'>,
): Promise<Carried> {
  return now(await writeRow(work, asker, command));
}

async function writeRow(work: Work, { row }: Asker, command: CommandOf<'send-message'>): Promise<Result> {
  const media = command.media_url === '' ? [] : [command.media_url];
  // A conversation has no recipient: the message goes to all who are in its channel.
  const recipient = command.to === '' ? command.channel : command.to;
  if (recipient === '') {
    return { ok: false, code: failedToSend, message: 'The message has no recipient', data: {} };
  }
  const sent: MessageRow = {
    account: row.account,
    sid: work.host.ids.sid('SM'),
    flow: row.flow,
    execution: row.sid,
    direction: 'outbound',
    sender: command.from,
    recipient,
    body: command.body,
    media: JSON.stringify(media),
    status: 'sent',
    reply_to: recipient === row.contact ? work.replyTo : null,
    created_at: work.now,
  };
  await insertMessage(work.tx, sent);
  work.sent.push(sent);
  return {
    ok: true,
    data: {
      Sid: sent.sid,
      AccountSid: row.account,
      Status: 'sent',
      Direction: 'outbound-api',
      From: command.from,
      To: recipient,
      Body: command.body,
      NumMedia: String(media.length),
      DateCreated: new Date(work.now).toISOString(),
      ErrorCode: null,
      ErrorMessage: null,
    },
  };
}
