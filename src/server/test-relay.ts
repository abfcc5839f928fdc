/** For tests: a mail server on loopback that keeps what it gets and answers as it is told. */

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type TestRelay = {
  port: number;
  /** What was taken, in order: the envelope and the bytes. */
  mails: { sender: string; recipient: string; text: string }[];
  /** How the next recipients are answered, first to last: a code with its text, `hang` or `close`. Then 250. */
  replies: (string | 'hang' | 'close')[];
  close(): Promise<void>;
};

export async function openRelay(): Promise<TestRelay> {
  const mails: TestRelay['mails'] = [];
  const replies: TestRelay['replies'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, callback) =>
      password === 'right' ? callback(null, { user: username }) : callback(new Error('No')),
    onRcptTo(_address, session, callback) {
      const reply = replies.shift();
      if (reply === undefined) return callback();
      if (reply === 'hang') return;
      if (reply === 'close') return closeClient(server, session.id);
      const error: Error & { responseCode?: number } = new Error(reply.slice(4));
      error.responseCode = Number(reply.slice(0, 3));
      callback(error);
    },
    async onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const recipient = envelope.rcptTo[0]?.address ?? '';
      mails.push({ sender, recipient, text: Buffer.concat(chunks).toString('utf8') });
      callback();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    replies,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Breaks the connection off without a word. */
function closeClient(server: SMTPServer, id: string): void {
  const { connections } = server as unknown as {
    connections: Set<{ id: string; _socket: { destroy(): void } }>;
  };
  for (const connection of connections) if (connection.id === id) connection._socket.destroy();
}
