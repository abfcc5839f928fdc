/** A real mail server on this machine that takes every mail and keeps a note of each, in the order of arrival. */

import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export type ReceivedMessage = {
  /** As in the header Message-ID, without its brackets. */
  messageId: string;
  recipient: string;
  /** The relay's `era` when the connection was opened over which it came. */
  era: number;
};

export class SmtpRelay {
  readonly taken: ReceivedMessage[] = [];
  /** Whoever counts restarts of the sender counts them here. */
  era = 0;
  readonly url: string;
  readonly #server: SMTPServer;

  private constructor(server: SMTPServer, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(): Promise<SmtpRelay> {
    const eras = new Map<string, number>();
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onConnect({ id }, callback) {
        eras.set(id, relay.era);
        callback();
      },
      onClose: ({ id }) => void eras.delete(id),
      async onData(stream, { id, envelope }, callback) {
        const era = eras.get(id) ?? relay.era;
        const pieces: Buffer[] = [];
        try {
          for await (const piece of stream) pieces.push(piece as Buffer);
        } catch {
          return; // The sender broke off in the middle: nothing was taken.
        }
        const [, messageId = ''] = /^message-id:\s*<([^>]+)>/im.exec(Buffer.concat(pieces).toString()) ?? [];
        for (const { address } of envelope.rcptTo) relay.taken.push({ messageId, recipient: address, era });
        callback();
      },
    });
    // A connection that breaks is the sender's affair; what was taken is counted.
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const address = server.server.address();
    if (address === null || typeof address === 'string') throw new Error('The relay has no port.');
    const relay = new SmtpRelay(server, `smtp://127.0.0.1:${address.port}`);
    return relay;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
