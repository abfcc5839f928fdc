/** SMTP client: sends a message to one recipient through a relay, and returns its reply. */

import {
  connectToRelay,
  type Relay,
  type RelayConnection,
  type RelayConnectionPool,
  type SmtpTimeouts,
} from './relay-pool.ts';

export type { Relay };

export type RelayedMessage = {
  sender: string;
  recipient: string;
  bytes: Uint8Array;
  /** The same message for a server without 8BITMIME (RFC 6152), where `bytes` are not ASCII. */
  sevenBit?: () => Promise<Uint8Array>;
};

/**
 * The reply of the relay to this message. `code` is the SMTP reply code, null without one: the relay was not reachable,
 * rejected the credentials, or timed out.
 */
export type SmtpReply = { code: number | null; text: string; tls: boolean };

export const defaultTimeouts: SmtpTimeouts = { connect_ms: 20_000, reply_ms: 60_000 };

/**
 * Sends a message over a connection of the pool, or a new one. Rejects only where `sevenBit` does. A relay that times out after the end of the
 * data may have accepted the message all the same. All connections of a pool are to the same relay.
 */
export async function sendViaRelay(
  pool: RelayConnectionPool,
  relay: Relay,
  message: RelayedMessage,
  timeouts: SmtpTimeouts = defaultTimeouts,
): Promise<SmtpReply> {
  let connection: RelayConnection;
  try {
    connection = (await pool.acquire()) ?? (await connectToRelay(relay, timeouts));
  } catch (error) {
    // An error before MAIL FROM says nothing about the recipient, whatever its code.
    return { code: null, text: oneLine(error instanceof Error ? error.message : String(error)), tls: false };
  }
  return sendOver(pool, connection, message);
}

/** Sends over that connection, and returns it to the pool unless it broke. @throws what composing for seven bits does */
export async function sendOver(
  pool: RelayConnectionPool,
  connection: RelayConnection,
  message: RelayedMessage,
): Promise<SmtpReply> {
  const { bytes, sevenBit } = message;
  // Only now it is known what the server takes.
  const use8BitMime = sevenBit !== undefined && connection.offers8BitMime;
  let sent = bytes;
  if (sevenBit !== undefined && !use8BitMime) {
    try {
      sent = await sevenBit();
    } catch (error) {
      pool.release(connection);
      throw error;
    }
  }
  const reply = await transmit(connection, { ...message, bytes: sent }, use8BitMime);
  if (reply.code === null) connection.smtp.close();
  else pool.release(connection);
  return reply;
}

/** As long as the end of a message may take (RFC 5321, section 4.5.3.2.6). */
const maxTransmitMs = 10 * 60_000;

function transmit(
  connection: RelayConnection,
  message: RelayedMessage,
  use8BitMime: boolean,
): Promise<SmtpReply> {
  const { smtp } = connection;
  connection.messages += 1;
  return new Promise((resolve) => {
    const reply = (code: number | null, text: string) => {
      clearTimeout(timeout);
      smtp.off('error', broken);
      smtp.off('end', ended);
      resolve({ code, text: oneLine(text), tls: smtp.secure });
    };
    const broken = (error: Error) => reply(null, error.message);
    // A relay may close with 421 (RFC 5321, 3.8): the reply is emitted right after the end.
    const ended = () => setImmediate(() => reply(null, 'The connection was closed'));
    // The timeouts of the connection are for a server that is silent, not for one that trickles.
    const timeout = setTimeout(() => reply(null, 'The server took too long'), maxTransmitMs);
    smtp.on('error', broken);
    smtp.on('end', ended);
    const envelope = { from: message.sender, to: [message.recipient], use8BitMime };
    smtp.send(envelope, Buffer.from(message.bytes), (error, info) => {
      if (error === null) return reply(replyCodeOf(info?.response) ?? 250, info?.response ?? '');
      reply(error.responseCode ?? null, error.response ?? error.message);
    });
  });
}

function replyCodeOf(response: string | undefined): number | null {
  const code = Number(response?.slice(0, 3));
  return Number.isInteger(code) && code >= 200 ? code : null;
}

const maxReplyLength = 1000;

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, maxReplyLength);
}
