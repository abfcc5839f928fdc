/** Sends messages through the configured SMTP relay, or to the built-in mailbox without one. */

import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import type { OutboundMessage } from '../messages/message.ts';
import { composeMime } from '../mime/compose.ts';
import { type SmtpReply, sendViaRelay } from '../smtp/client.ts';
import { RelayConnectionPool } from '../smtp/relay-pool.ts';
import { mailboxReply } from './built-in-mailbox.ts';
import { buildMimeMessage } from './compose.ts';

const relayPoolOf = perServer(() => new RelayConnectionPool());

/** Sends a message; `attempt` counts from 1. Resolves with the reply, also when the relay cannot be reached. */
export async function deliver(
  ctx: ServiceContext,
  message: OutboundMessage,
  attempt: number,
): Promise<SmtpReply> {
  const { smtpRelay } = ctx.config;
  const { email, sender } = message.row;
  if (smtpRelay === null) return mailboxReply(email, attempt);
  const bytes = await composeMime(await buildMimeMessage(ctx, message));
  return sendViaRelay(relayPoolOf(ctx), smtpRelay, { sender, recipient: email, bytes });
}

/** Closes the idle connections to the relay. Call it when the server stops. */
export function closeRelayConnections(ctx: ServiceContext): void {
  relayPoolOf(ctx).close();
}
