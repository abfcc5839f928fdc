/** A real HTTP server on this machine that records what flows send to it, and answers what a test asked for. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type Received = {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The body's fields when it came as a form. */
  form: Record<string, string>;
};

/** `json` is sent as application/json, `text` as plain text. */
export type Answer = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> };

export class HttpReceiver {
  readonly requests: Received[] = [];
  readonly url: string;
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();
  #listeners: (() => void)[] = [];

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
    server.on('request', (request, response) => void this.#receive(request, response));
  }

  static async start(): Promise<HttpReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
    return new HttpReceiver(server, `http://127.0.0.1:${address.port}`);
  }

  /** From now on requests to that path, its query aside, are answered so; others get 200 and `{}`. */
  answer(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  /** Waits until `count` requests have come, and gives all of them. A test that waits in vain ends by its own limit. */
  async received(count: number): Promise<Received[]> {
    while (this.requests.length < count) {
      await new Promise<void>((resolve) => {
        this.#listeners.push(resolve);
      });
    }
    return this.requests;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString('utf8');
    const { method = '', url: path = '/' } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const form = isForm ? Object.fromEntries(new URLSearchParams(body)) : {};
    this.requests.push({ method, path, headers, body, form });
    const {
      status = 200,
      json = {},
      text,
      headers: extra = {},
    } = this.#answers.get(path.split('?')[0] ?? '') ?? {};
    const type = text === undefined ? 'application/json' : 'text/plain';
    response.writeHead(status, { 'content-type': type, ...extra }).end(text ?? JSON.stringify(json));
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
