/** Hands a mail over to a relay by SMTP, one recipient at a time, and tells what it answered. */

import {
  connectToRelay,
  type Relay,
  type RelayConnection,
  RelayConnectionPool,
  type SmtpTimeouts,
} from './relay-pool.ts';

export type { Relay };

export type RelayedMessage = { sender: string; recipient: string; bytes: Uint8Array };

/**
 * What the relay said about this mail: `code` is that of SMTP, null when it said nothing about it (it could not
 * be reached, refused our name and password, or fell silent).
 */
export type SmtpReply = { code: number | null; text: string; tls: boolean };

const defaultTimeouts: SmtpTimeouts = { connect_ms: 20_000, reply_ms: 60_000 };

const pools = new WeakMap<Relay, RelayConnectionPool>();

/**
 * Never rejects. A relay that falls silent after the last byte may have taken the mail all the same. Connections are
 * kept for a while for the next mail to the same `relay`, which is known by being the same object.
 */
export async function sendViaRelay(
  relay: Relay,
  mail: RelayedMessage,
  patience: SmtpTimeouts = defaultTimeouts,
): Promise<SmtpReply> {
  const lines = pools.get(relay) ?? new RelayConnectionPool();
  pools.set(relay, lines);
  let line: RelayConnection;
  try {
    line = (await lines.take()) ?? (await connectToRelay(relay, patience));
  } catch (error) {
    // What goes wrong before the mail is spoken of is not the recipient's fault, whatever its number.
    return { code: null, text: oneLine(error instanceof Error ? error.message : String(error)), tls: false };
  }
  const reply = await transmit(line, mail);
  if (reply.code === null) line.connection.close();
  else lines.keep(line);
  return reply;
}

/** Ends the connections to a relay that are kept for more mails. */
export function closeRelayConnections(relay: Relay): void {
  pools.get(relay)?.close();
}

function transmit(line: RelayConnection, mail: RelayedMessage): Promise<SmtpReply> {
  const { connection } = line;
  line.messages += 1;
  return new Promise((resolve) => {
    const reply = (code: number | null, text: string) => {
      connection.off('error', broken);
      connection.off('end', ended);
      resolve({ code, text: oneLine(text), tls: connection.secure });
    };
    const broken = (error: Error) => reply(null, error.message);
    // A relay that closes with 421 is heard out: its words come right after the end.
    const ended = () => setImmediate(() => reply(null, 'The connection was closed'));
    connection.on('error', broken);
    connection.on('end', ended);
    const envelope = { from: mail.sender, to: [mail.recipient] };
    connection.send(envelope, Buffer.from(mail.bytes), (error, info) => {
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

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, maxReplyLength);
}
