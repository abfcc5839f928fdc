/** Sends a message of a flow: a row with the built-in carrier and in answers, otherwise a job. */

import { type Carried, type CommandOf, later, now } from '../../executions/service/command-handler.ts';
import { type Asker, type Work, writeAlong } from '../../executions/service/work.ts';
import type { MessageRow } from '../../platform/database/schema/tables.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { carrierOf } from '../carriers/store.ts';
import { noteAuthor } from '../conversations/store.ts';
import { takenMessage } from './result.ts';
import { insertMessage } from './store.ts';

const failedToSend = 81011;

export async function sendMessage(
  work: Work,
  { row }: Asker,
  command: CommandOf<'send-message'>,
): Promise<Carried> {
  // A conversation has no recipient: the message goes to all who are in its channel.
  const isConversation = command.channel !== '' && command.channel === row.channel;
  const recipient = isConversation || command.to === '' ? command.channel : command.to;
  if (recipient === '') {
    return now({ ok: false, code: failedToSend, message: 'The message has no recipient', data: {} });
  }
  const { carrier } = await carrierOf(work.tx, row.account, command.from);
  const isAnswer = recipient === row.contact && canAnswer(command, carrier, row.channel);
  const replyTo = isAnswer ? work.replyTo : null;
  const message: MessageRow = {
    account: row.account,
    sid: work.host.ids.sid('SM'),
    flow: row.flow,
    execution: row.sid,
    direction: 'outbound',
    sender: command.from,
    recipient,
    body: command.content === undefined ? command.body : '',
    media: JSON.stringify(
      command.content !== undefined || command.media_url === '' ? [] : [command.media_url],
    ),
    status: carrier === null || replyTo !== null ? 'sent' : 'pending',
    reply_to: replyTo,
    carrier,
    effect: command.effect,
    content: command.content === undefined ? null : JSON.stringify(command.content),
    error_code: null,
    created_at: work.now,
    updated_at: null,
  };
  writeAlong(work, insertMessage(work.tx, message));
  if (isConversation) {
    const { account, sender: author } = message;
    await noteAuthor(work.tx, { account, conversation: recipient, author });
  }
  work.sent.push(message);
  if (message.status === 'sent') return now(takenMessage(message));
  const { account, sid: execution } = row;
  const { effect } = command;
  const key = `${execution}:${effect}`;
  const payload = { effect, reply_to: work.replyTo };
  await addCarrierJob(work, 'carrier-message', { key, account, execution }, payload);
  return later;
}

/**
 * Whether the message can stand in the answer to an inbound one. Markup knows no templates, and the answer to a
 * real carrier always comes from the address that was written to.
 */
function canAnswer(
  { content, from }: CommandOf<'send-message'>,
  carrier: string | null,
  channel: string,
): boolean {
  return content === undefined && (carrier === null || from === channel);
}
