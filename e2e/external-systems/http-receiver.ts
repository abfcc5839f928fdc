/** An HTTP server on loopback that records requests and sends stubbed responses. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.ts';

export type ReceivedRequest = {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The body's fields when it came as a form. */
  form: Record<string, string>;
};

/** `json` is sent as application/json, `text` as plain text. */
export type StubResponse = {
  status?: number;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
};

export class HttpReceiver {
  readonly requests: ReceivedRequest[] = [];
  readonly url: string;
  readonly #server: LoopbackServer;
  readonly #stubs = new Map<string, StubResponse>();
  #listeners: (() => void)[] = [];

  private constructor(server: LoopbackServer) {
    this.#server = server;
    this.url = server.url;
    server.onRequest((request, body, response) => this.#receive(request, body.toString('utf8'), response));
  }

  static async start(): Promise<HttpReceiver> {
    return new HttpReceiver(await LoopbackServer.start());
  }

  /** Sets the response to requests for that path, whatever their query; others get 200 and `{}`. */
  respondWith(path: string, response: StubResponse): void {
    this.#stubs.set(path, response);
  }

  /** Resolves with all requests once there are `count`; has no timeout of its own. */
  waitForRequests(count: number): Promise<ReceivedRequest[]> {
    return this.waitUntil((requests) => requests.length >= count);
  }

  /** The same once one to that path has the text in its body. */
  waitForText(path: string, text: string): Promise<ReceivedRequest[]> {
    return this.waitUntil((requests) =>
      requests.some((request) => request.path === path && request.body.includes(text)),
    );
  }

  /** The same once they are as wanted. */
  async waitUntil(isWanted: (requests: readonly ReceivedRequest[]) => boolean): Promise<ReceivedRequest[]> {
    while (!isWanted(this.requests)) {
      await new Promise<void>((resolve) => {
        this.#listeners.push(resolve);
      });
    }
    return this.requests;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  #receive(request: IncomingMessage, body: string, response: ServerResponse): void {
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
    } = this.#stubs.get(path.split('?')[0] ?? '') ?? {};
    const type = text === undefined ? 'application/json' : 'text/plain';
    response.writeHead(status, { 'content-type': type, ...extra }).end(text ?? JSON.stringify(json));
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}
