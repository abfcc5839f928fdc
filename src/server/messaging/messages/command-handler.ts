/** Executes `send-message`: a row for the test carrier and for webhook replies, otherwise a job for the carrier. */

import { recipientOf } from '#engine/commands/message-recipient.ts';
import { messageWithoutRecipient } from '#engine/results/message-result.ts';
import {
  type CommandHandler,
  type CommandOf,
  type CommandOutcome,
  completed,
  deferred,
} from '../../executions/service/command-handler.ts';
import { isKeptFrom } from '../../executions/service/test-runs.ts';
import {
  type CommandIssuer,
  type TurnTransaction,
  writeWithCommit,
} from '../../executions/service/turn-transaction.ts';
import { ensureStored } from '../../executions/service/unstored-executions.ts';
import { shortenLinks } from '../../executions/short-links/service.ts';
import type { ExecutionRow, MessageRow } from '../../platform/database/schema/tables.ts';
import { carrierInTurn } from '../carriers/carrier-in-turn.ts';
import { addCarrierJob, commandJob, type MessageJob } from '../carriers/jobs.ts';
import { carrierOfConversation, insertAuthor, insertConversationCarrier } from '../conversations/store.ts';
import { acceptedMessage } from './result.ts';
import { findMessageOf, insertMessage, setMessageStatus } from './store.ts';

export const sendMessageHandler: CommandHandler<'send-message'> = {
  execute: sendMessage,
  async fail(turn, key) {
    const message = await findMessageOf(turn.tx, key);
    if (message?.status !== 'pending') return;
    await setMessageStatus(turn.tx, message, { status: 'failed', error_code: null, now: turn.now });
  },
};

/** Neither its row nor that of an author refers to the execution's own; what else it stores does. */
async function sendMessage(
  turn: TurnTransaction,
  { row }: CommandIssuer,
  command: CommandOf<'send-message'>,
): Promise<CommandOutcome> {
  const { ofSender, ofConversation } = await carriersFor(turn, row, command);
  const { address: recipient, conversation: isConversation } = recipientOf(
    command,
    row,
    ofConversation !== null,
  );
  const isKept = isKeptFrom(row, recipient);
  const carrier = isKept ? null : isConversation ? ofConversation : ofSender;
  if (recipient === '') return completed(messageWithoutRecipient());
  const isReply = !isConversation && recipient === row.contact && canReply(command, carrier, row.channel);
  const replyTo = isReply ? turn.replyTo : null;
  const message: MessageRow = {
    account: row.account,
    sid: turn.ctx.ids.sid('SM'),
    shard: row.shard,
    flow: row.flow,
    execution: row.sid,
    direction: 'outbound',
    sender: command.from,
    recipient,
    body: command.content === undefined ? await bodyOf(turn, row, command) : '',
    media: JSON.stringify(
      command.content !== undefined || command.media_url === '' ? [] : [command.media_url],
    ),
    status: carrier === null || replyTo !== null ? 'sent' : 'pending',
    reply_to: replyTo,
    carrier,
    effect: command.effect,
    content: command.content === undefined ? null : JSON.stringify(command.content),
    error_code: null,
    created_at: turn.now,
    updated_at: null,
  };
  writeWithCommit(turn, insertMessage(turn.tx, message));
  if (isConversation && !isKept) {
    const { account, sender: author } = message;
    await insertAuthor(turn.tx, { account, conversation: recipient, author });
    await insertConversationCarrier(turn.tx, { account, conversation: recipient, carrier });
  }
  turn.sentMessages.push(message);
  if (message.status === 'sent') return completed(acceptedMessage(message));
  await ensureStored(turn, row.sid);
  const { effect, service, channel, attributes } = command;
  const payload: MessageJob = {
    effect,
    reply_to: turn.replyTo,
    ...(isConversation && { conversation: { service, channel, attributes } }),
  };
  await addCarrierJob(turn, 'carrier-message', commandJob(row, effect), payload);
  return deferred;
}

/**
 * The SIDs of the carriers of the sender's address, and of a message in the conversation that the command names: an address
 * that is not assigned, such as a name, writes through the carrier at which the conversation is.
 */
async function carriersFor(
  turn: TurnTransaction,
  { account }: ExecutionRow,
  { from, channel }: CommandOf<'send-message'>,
): Promise<{ ofSender: string | null; ofConversation: string | null }> {
  const { carrier: ofSender, isKnown } = await carrierInTurn(turn, account, from);
  const stored =
    isKnown || channel === ''
      ? undefined
      : await carrierOfConversation(turn.tx, { account, conversation: channel });
  return { ofSender, ofConversation: stored === undefined ? ofSender : stored };
}

/** The text as it is sent: its links are short ones where the widget wants that. */
async function bodyOf(
  turn: TurnTransaction,
  { account, sid: execution }: ExecutionRow,
  { body, effect, shorten_urls }: CommandOf<'send-message'>,
): Promise<string> {
  if (shorten_urls !== true) return body;
  await ensureStored(turn, execution);
  // The key of an effect begins with the number of its step.
  const step = Number.parseInt(effect, 10);
  return shortenLinks(turn, { account, execution, step }, body);
}

/**
 * Whether the message can be in the markup with which an inbound one is answered. Markup has no content templates, and
 * a carrier sends what is in it from the address that the inbound message was sent to.
 */
function canReply(
  { content, from }: CommandOf<'send-message'>,
  carrier: string | null,
  channel: string,
): boolean {
  return content === undefined && (carrier === null || from === channel);
}
