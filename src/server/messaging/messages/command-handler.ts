/** Sends a message of a flow: a row with the built-in carrier and in answers, otherwise a job. */

import {
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../../executions/service/command-handler.ts';
import {
  type CommandIssuer,
  pipelineWrite,
  type TurnTransaction,
} from '../../executions/service/turn-transaction.ts';
import type { MessageRow } from '../../platform/database/schema/tables.ts';
import { addCarrierJob } from '../carriers/jobs.ts';
import { carrierOfAddress } from '../carriers/store.ts';
import { insertAuthor } from '../conversations/store.ts';
import { acceptedMessage } from './result.ts';
import { insertMessage } from './store.ts';

const failedToSend = 81011;

export async function sendMessage(
  work: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'send-message'>,
): Promise<CommandOutcome> {
  // A conversation has no recipient: the message goes to all who are in its channel.
  const isConversation = command.channel !== '' && command.channel === row.channel;
  const recipient = isConversation || command.to === '' ? command.channel : command.to;
  if (recipient === '') {
    return completed({ ok: false, code: failedToSend, message: 'The message has no recipient', data: {} });
  }
  const { carrier } = await carrierOfAddress(work.tx, row.account, command.from);
  const isAnswer = recipient === row.contact && canAnswer(command, carrier, row.channel);
  const replyTo = isAnswer ? work.replyTo : null;
  const message: MessageRow = {
    account: row.account,
    sid: work.ctx.ids.sid('SM'),
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
  pipelineWrite(work, insertMessage(work.tx, message));
  if (isConversation) {
    const { account, sender: author } = message;
    await insertAuthor(work.tx, { account, conversation: recipient, author });
  }
  work.sentMessages.push(message);
  if (message.status === 'sent') return completed(acceptedMessage(message));
  const { account, sid: execution } = row;
  const { effect } = command;
  const key = `${execution}:${effect}`;
  const payload = { effect, reply_to: work.replyTo };
  await addCarrierJob(work, 'carrier-message', { key, account, execution }, payload);
  return deferred;
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
