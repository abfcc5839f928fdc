/** A real HTTP server on this machine that takes apart the mails that are posted to it, and keeps them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Loopback } from './loopback.ts';

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
  readonly #server: Loopback;

  private constructor(server: Loopback) {
    this.#server = server;
    this.url = `${server.url}/mails`;
    server.onRequest((request, body, response) => this.#receive(request, body, response));
  }

  static async start(): Promise<MailReceiver> {
    return new MailReceiver(await Loopback.start());
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  async #receive(
    request: IncomingMessage,
    body: Buffer<ArrayBuffer>,
    response: ServerResponse,
  ): Promise<void> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(body, { headers }).formData();
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
