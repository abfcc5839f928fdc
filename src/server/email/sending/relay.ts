/** Sends messages through the configured SMTP relay, to the mail exchangers of recipients, or to the built-in mailbox. */

import { isAscii } from 'node:buffer';
import { createAddressGuard, createOutboundAgent } from '../../platform/outbound/address-guard.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { returnPathOf } from '../feedback/return-path.ts';
import { addressesOf, type OutboundMessage } from '../messages/message.ts';
import { composeMime } from '../mime/compose.ts';
import { signDkim } from '../mime/dkim.ts';
import type { Signer } from '../sending-domains/dkim-signer.ts';
import { ownMailHost } from '../sending-domains/own-host.ts';
import { type RelayedMessage, type SmtpReply, sendViaRelay } from '../smtp/client.ts';
import { DirectDelivery } from '../smtp/direct-delivery.ts';
import { systemDns } from '../smtp/probe.ts';
import { RelayConnectionPool } from '../smtp/relay-pool.ts';
import { foldAddress, wireAddress } from '../validation/email-address.ts';
import { buildMimeMessage } from './compose.ts';

const relayPoolOf = perServer(() => new RelayConnectionPool());

/** True where sent email goes to the built-in mailbox. */
export function isKeptHere({ config }: ServiceContext): boolean {
  return config.smtpRelay === null && !config.deliversDirectly;
}

/** Sends a message, signed where there is a signer; `attempt` counts from 1. Resolves with the reply, also when the relay cannot be reached. */
export async function deliver(
  ctx: ServiceContext,
  message: OutboundMessage,
  { attempt, signer }: { attempt: number; signer: Signer | null },
): Promise<SmtpReply> {
  if (isKeptHere(ctx)) return mailboxReply(message.row.email, attempt);
  const { sender } = message.row;
  const recipient = recipientOf(message);
  const mime = await buildMimeMessage(ctx, message);
  const compose = async (allows8Bit: boolean) => {
    const composed = await composeMime(mime, { allows8Bit });
    return signer === null ? composed : signDkim(composed, signer.dkim);
  };
  const bytes = await compose(true);
  const bounceHost = signer?.bounceHost ?? null;
  return sendBytes(ctx, {
    sender: bounceHost === null ? sender : await returnPathOf(ctx, message.row, bounceHost),
    ...{ recipient, bytes },
    ...(!isAscii(bytes) && { sevenBit: () => compose(false) }),
  });
}

/** In the letters in which it was given: the row has it as it is compared. */
function recipientOf({ row, personalization }: OutboundMessage): string {
  const given = addressesOf(personalization).find(({ email }) => foldAddress(email) === row.email);
  return given?.email ?? row.email;
}

/** Hands composed bytes to the relay, or to the mail exchangers of the recipient, over a connection of this server. */
export function sendBytes(
  ctx: ServiceContext,
  { sender, recipient, ...content }: RelayedMessage,
): Promise<SmtpReply> {
  const { smtpRelay } = ctx.config;
  const message = { sender: wireAddress(sender), recipient: wireAddress(recipient), ...content };
  if (smtpRelay !== null) return sendViaRelay(relayPoolOf(ctx), smtpRelay, message);
  return directDeliveryOf(ctx).send(message);
}

/** Of this server, where there is no relay. */
export const directDeliveryOf = perServer((ctx) => {
  const guard = createAddressGuard(ctx.config.outboundAllow);
  return new DirectDelivery(ctx, {
    ...{ dns: systemDns, port: 25, guard, agent: createOutboundAgent(guard), hello: ownMailHost(ctx) },
    policyUrl: (domain) => `https://mta-sts.${domain}/.well-known/mta-sts.txt`,
  });
});

/** Closes the idle connections. Call it when the server stops. */
export function closeRelayConnections(ctx: ServiceContext): void {
  relayPoolOf(ctx).close();
  if (ctx.config.deliversDirectly) directDeliveryOf(ctx).close();
}

/** The domain of the test addresses below. */
const mailboxDomain = 'mailbox.test';

/** Replies by local part. A tag after a plus sign is ignored, so that each address can be suppressed separately. */
const replies: Readonly<Record<string, (attempt: number) => Pick<SmtpReply, 'code' | 'text'>>> = {
  bounce: () => ({ code: 550, text: '550 5.1.1 No such user here' }),
  blocked: () => ({ code: 554, text: '554 5.7.1 Message refused by policy' }),
  deferred: (attempt) =>
    attempt <= 2 ? { code: 451, text: '451 4.2.1 The mailbox is busy, try again later' } : accepted,
  full: () => ({ code: 552, text: '552 5.2.2 The mailbox is full' }),
};

const accepted = { code: 250, text: '250 2.0.0 Kept in the built-in mailbox' };

/** The reply to an attempt, counted from 1. `email` is in lower case. */
function mailboxReply(email: string, attempt: number): SmtpReply {
  const reply = replies[localNameOf(email)]?.(attempt) ?? accepted;
  return { ...reply, tls: false };
}

/** Whether the address reports every message as spam immediately. */
export function reportsSpamImmediately(email: string): boolean {
  return localNameOf(email) === 'spam';
}

function localNameOf(email: string): string {
  const [local = '', domain] = email.split('@');
  return domain === mailboxDomain ? (local.split('+')[0] ?? '') : '';
}
