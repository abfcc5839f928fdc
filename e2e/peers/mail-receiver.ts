/** A real HTTP server on this machine that takes apart the mails that are posted to it, and keeps them. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type PostedFile = { name: string; type: string; bytes: Buffer };

export type PostedMail = {
  fields: Record<string, string>;
  /** By the name of the form's part. */
  files: Record<string, PostedFile>;
};

export class MailReceiver {
  readonly mails: PostedMail[] = [];
  readonly url: string;
  /** What posts are answered with from now on. */
  status = 200;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
    server.on('request', (request, response) => void this.#receive(request, response));
  }

  static async start(): Promise<MailReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
    return new MailReceiver(server, `http://127.0.0.1:${address.port}/mails`);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(pieces), { headers }).formData();
    const mail: PostedMail = { fields: {}, files: {} };
    for (const [name, value] of form) {
      if (typeof value === 'string') mail.fields[name] = value;
      else {
        const bytes = Buffer.from(await value.arrayBuffer());
        mail.files[name] = { name: value.name, type: value.type, bytes };
      }
    }
    this.mails.push(mail);
    response.writeHead(this.status).end();
  }
}
