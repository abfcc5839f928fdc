/** A real HTTP server on loopback that parses and records the posts of the parse webhook. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.ts';

export type PostedFile = { name: string; type: string; bytes: Buffer };

export type PostedEmail = {
  fields: Record<string, string>;
  /** By the name of the form part. */
  files: Record<string, PostedFile>;
};

export class ParseWebhookReceiver {
  readonly emails: PostedEmail[] = [];
  readonly url: string;
  /** The status of the next responses. */
  status = 200;
  readonly #server: LoopbackServer;
  #listeners: (() => void)[] = [];

  private constructor(server: LoopbackServer) {
    this.#server = server;
    this.url = `${server.url}/mails`;
    server.onRequest((request, body, response) => this.#receive(request, body, response));
  }

  static async start(): Promise<ParseWebhookReceiver> {
    return new ParseWebhookReceiver(await LoopbackServer.start());
  }

  /** Resolves with all emails once there are `count`; has no timeout of its own. */
  async waitForEmails(count: number): Promise<PostedEmail[]> {
    while (this.emails.length < count) {
      await new Promise<void>((resolve) => {
        this.#listeners.push(resolve);
      });
    }
    return this.emails;
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
    const email: PostedEmail = { fields: {}, files: {} };
    for (const [name, value] of form) {
      if (typeof value === 'string') email.fields[name] = value;
      else {
        const bytes = Buffer.from(await value.arrayBuffer());
        email.files[name] = { name: value.name, type: value.type, bytes };
      }
    }
    this.emails.push(email);
    response.writeHead(this.status).end();
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
