/** Test fixture: an SMTP relay on loopback that records messages and replies as configured. */

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type SmtpRelay = {
  port: number;
  /** Accepted messages in order: envelope, text, and what BODY declares. */
  messages: { sender: string; recipient: string; text: string; body: '7bit' | '8bitmime'; tls: boolean }[];
  /** Replies to the next RCPT commands, in order: `accepted`, a code with its text, `hang` or `close`. Then 250. */
  replies: (string | 'hang' | 'close')[];
  /** Passwords received so far, right or wrong. */
  logins(): number;
  /** Connections accepted so far. */
  connections(): number;
  /** Drops all open connections. */
  dropConnections(): void;
  close(): Promise<void>;
};

/** With a certificate it offers STARTTLS. */
export async function openSmtpRelay({
  host = '127.0.0.1',
  port = 0,
  tls = null,
  breaksHandshakes = false,
  offers8BitMime = true,
}: {
  host?: string;
  port?: number;
  tls?: { cert: string; key: string } | null;
  /** Offers TLS of a version that no client accepts any more. */
  breaksHandshakes?: boolean;
  offers8BitMime?: boolean;
} = {}): Promise<SmtpRelay> {
  const mails: SmtpRelay['messages'] = [];
  const replies: SmtpRelay['replies'] = [];
  let connections = 0;
  let logins = 0;
  const server = new SMTPServer({
    onConnect(_session, callback) {
      connections += 1;
      callback();
    },
    authOptional: true,
    ...(breaksHandshakes && { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' }),
    ...(tls === null ? { disabledCommands: ['STARTTLS'] } : tls),
    allowInsecureAuth: true,
    hide8BITMIME: !offers8BitMime,
    // As most relays: those of phones are no addresses by the letter.
    lenientAddressParsing: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _session, callback) {
      logins += 1;
      if (password === 'right') callback(null, { user: username });
      else callback(new Error('No'));
    },
    onRcptTo(_address, session, callback) {
      const reply = replies.shift();
      if (reply === undefined || reply === 'accepted') return callback();
      if (reply === 'hang') return;
      if (reply === 'close') return closeConnections(server, session.id);
      const error: Error & { responseCode?: number } = new Error(reply.slice(4));
      error.responseCode = Number(reply.slice(0, 3));
      callback(error);
    },
    async onData(stream, { envelope, secure }, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const recipient = envelope.rcptTo[0]?.address ?? '';
      const body = envelope.bodyType === '8bitmime' ? '8bitmime' : '7bit';
      mails.push({ sender, recipient, text: Buffer.concat(chunks).toString('utf8'), body, tls: secure });
      callback();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    messages: mails,
    replies,
    logins: () => logins,
    connections: () => connections,
    dropConnections: () => closeConnections(server, null),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Closes a connection without a reply; all of them where no id is given. */
function closeConnections(server: SMTPServer, id: string | null): void {
  const { connections } = server as unknown as {
    connections: Set<{ id: string; _socket: { destroy(): void } }>;
  };
  for (const each of connections) if (id === null || each.id === id) each._socket.destroy();
}
