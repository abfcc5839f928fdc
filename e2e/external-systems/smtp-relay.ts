/** A real SMTP relay on loopback that accepts every message and records it, in the order of arrival. */

import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

export type ReceivedMessage = {
  /** The Message-ID header, without angle brackets. */
  messageId: string;
  recipient: string;
  /** The `epoch` of the relay when its connection was opened. */
  epoch: number;
};

export class SmtpRelay {
  readonly received: ReceivedMessage[] = [];
  /** Incremented by the test at each restart of the sender. */
  epoch = 0;
  readonly url: string;
  readonly #server: SMTPServer;

  private constructor(server: SMTPServer, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(): Promise<SmtpRelay> {
    const epochs = new Map<string, number>();
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onConnect({ id }, callback) {
        epochs.set(id, relay.epoch);
        callback();
      },
      onClose: ({ id }) => void epochs.delete(id),
      async onData(stream, { id, envelope }, callback) {
        const epoch = epochs.get(id) ?? relay.epoch;
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of stream) chunks.push(chunk as Buffer);
        } catch {
          return; // The sender aborted: nothing was received.
        }
        const [, messageId = ''] = /^message-id:\s*<([^>]+)>/im.exec(Buffer.concat(chunks).toString()) ?? [];
        for (const { address } of envelope.rcptTo)
          relay.received.push({ messageId, recipient: address, epoch });
        callback();
      },
    });
    // Broken connections are expected, as the sender is killed.
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
