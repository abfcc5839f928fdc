/** Messages of a conversation: those of its people move flows, those that a flow wrote itself do not. */

import type { ServiceContext } from '../../platform/service-context.ts';
import { type InboundMessage, type Reply, receiveMessage } from '../messages/service.ts';
import { findMessage } from '../messages/store.ts';
import { isAuthor } from './store.ts';

/** Sources of messages that nobody in the conversation wrote. */
const ignoredSources = ['API'];

/**
 * Takes a message as `receiveMessage` does, unless it is an echo: sent by API, by the SID of a message that
 * went out, or from a name under which a flow has written in this conversation. An echo moves nothing.
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
