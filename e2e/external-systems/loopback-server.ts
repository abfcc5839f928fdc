/** An HTTP server on loopback, on a free port. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export class LoopbackServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<LoopbackServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return new LoopbackServer(server, address.port);
  }

  onRequest(
    take: (request: IncomingMessage, body: Buffer<ArrayBuffer>, response: ServerResponse) => unknown,
  ): void {
    this.#server.on('request', async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      await take(request, Buffer.concat(pieces), response);
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
