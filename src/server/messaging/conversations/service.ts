/** Messages of conversations: those of participants are processed, echoes of the flow's own messages are ignored. */

import { Refusal } from '../../platform/errors.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type InboundMessage, type Reply, receiveMessage } from '../messages/service.ts';
import { findMessage } from '../messages/store.ts';
import { carrierOfConversation, insertConversationCarrier, isAuthor } from './store.ts';

/** Sources of messages that no participant wrote. */
const ignoredSources = ['API'];

/**
 * Processes a message as `receiveMessage` does, unless it is an echo: sent by the API, with the SID of an outbound
 * message, or by an author as whom a flow has written in this conversation.
 */
export async function receiveConversationMessage(
  ctx: ServiceContext,
  message: InboundMessage,
): Promise<Reply[]> {
  return (await isEcho(ctx, message)) ? [] : receiveMessage(ctx, message);
}

async function isEcho(
  ctx: ServiceContext,
  { account, sid, from, to, fields }: InboundMessage,
): Promise<boolean> {
  if (typeof fields.Source === 'string' && ignoredSources.includes(fields.Source.toUpperCase())) return true;
  const { read } = ctx.database;
  if ((await findMessage(read, account, sid))?.direction === 'outbound') return true;
  return isAuthor(read, { account, conversation: to, author: from });
}

/**
 * Stores the carrier that has signed the first event of a conversation.
 *
 * @throws Refusal forbidden when another carrier has been stored meanwhile
 */
export async function recordConversationCarrier(
  ctx: ServiceContext,
  { account, conversation, carrier }: { account: string; conversation: string; carrier: string },
): Promise<void> {
  const stored = await ctx.database.write(async (tx) => {
    await insertConversationCarrier(tx, { account, conversation, carrier });
    return carrierOfConversation(tx, { account, conversation });
  });
  if (stored !== carrier) throw new Refusal('forbidden', 'The conversation is at another carrier');
}
