/** A receiver of an event sink that counts what is posted to it. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RetryingClient } from './retrying-client.ts';

export class SinkReceiver {
  /** How often each step was posted, by its SID. */
  readonly steps = new Map<string, number>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const events = JSON.parse(Buffer.concat(chunks).toString()) as { subject: string }[];
      for (const { subject } of events) this.steps.set(subject, (this.steps.get(subject) ?? 0) + 1);
      response.writeHead(204).end();
    });
  }

  /** Listens, and adds itself as a sink of the ends of steps. */
  static async start(client: RetryingClient): Promise<SinkReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new SinkReceiver(server);
    const form = {
      Destination: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      Kinds: 'flow.step.ended',
    };
    const { status, text } = await client.requestWithRetry('/v1/Sinks', form);
    if (status !== 201) throw new Error(`The sink was rejected: ${text}`);
    return receiver;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
