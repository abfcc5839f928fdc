/**
 * A stand-in for a carrier of one dialect, written from its public specification: a REST API on loopback that takes only
 * what the carrier documents, signed posts, and a reader of documents that stops where the carrier would.
 */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { CarrierDialect } from '#api/messaging/dialects.ts';

/** Fields of a post with the names of the documented dialect. */
export type Event = Readonly<Record<string, string>>;

/** What a carrier does next. `action` is posted when it has ended. */
export type Item =
  | { kind: 'say'; text: string }
  | { kind: 'play' | 'tones' | 'stream' | 'pause' | 'hangup' | 'reject' }
  | { kind: 'gather'; prompt: string; action: string }
  | { kind: 'dial'; targets: string[]; action: string }
  | { kind: 'enqueue' | 'pay' | 'agent'; action: string }
  | { kind: 'record'; action: string; callback: string }
  | { kind: 'go'; url: string };

/** A request that the carrier has taken. */
export type Taken =
  | { what: 'message'; to: string; text: string; statusUrl: string | null }
  | { what: 'call'; to: string; url: string; statusUrl: string; tag: Event }
  | { what: 'hang-up' | 'redirect'; call: string }
  /** One that begins has a callback, one that is stopped is named by its SID. */
  | { what: 'recording'; call: string; callback: string | null; stops: string | null };

export type HttpRequest = { method: string; path: string; authorization: string; type: string; body: string };
export type HttpAnswer = { status: number; body: object | string; taken?: Taken };

/** What goes wrong with an answer; the rest is a whole answer in the place of its own. */
export type Failure = HttpAnswer | 'cut' | 'twice' | 'the SID of before';

/** What differs from carrier to carrier. */
export type Specification = {
  dialect: CarrierDialect;
  /** The path of the base URL. */
  basePath: string;
  /** Fields of POST /v1/Carriers. */
  settings: Event;
  /** Whether it hears speech, and reports that a gather had no input. */
  hears: boolean;
  reportsSilence: boolean;
  /** What it reports when a recording of a message ends; null where it records none. */
  recorded: Event | null;
  /** Whether it reports how the delivery of a message went. */
  reportsDelivery: boolean;
  /** The body and the type of a post, and its signature at `now` in milliseconds. */
  write(event: Event, about: 'call' | 'message'): { body: string; type: string };
  sign(post: { url: string; body: string; event: Event; now: number }, key?: 'wrong'): Event;
  /** @throws Error where the carrier stops. */
  read(document: string): Item[];
  /** The response to a message. @throws Error where the carrier cannot read it. */
  readReplies(document: string): void;
  answer(request: HttpRequest, sid: string): HttpAnswer;
};

export class StandIn {
  readonly specification: Specification;
  readonly taken: Taken[] = [];
  /** The SIDs that it has given, in the order of what it has taken. */
  readonly sids: string[] = [];
  /** What it answers to the next requests that change something, in the place of taking them. */
  readonly failures: Failure[] = [];
  /** The same for requests that change nothing. */
  readonly readFailures: Failure[] = [];
  /** It answers after this. */
  held: Promise<void> | null = null;
  readonly #server: Server;

  private constructor(specification: Specification) {
    this.specification = specification;
    this.#server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      const { method = '', url = '', headers } = request;
      const failure = (method === 'POST' ? this.failures : this.readFailures).shift();
      if (failure === 'cut') return request.socket.destroy();
      const asked = {
        method,
        path: url,
        authorization: headers.authorization ?? '',
        type: headers['content-type'] ?? '',
        body: Buffer.concat(pieces).toString(),
      };
      const isWhole = typeof failure === 'object';
      const { status, body } = isWhole ? failure : this.#answer(asked, failure === 'the SID of before');
      await this.held;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const type = typeof body === 'string' ? 'text/html' : 'application/json';
      response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
      response.end(text);
      // The same again, which the next request on the connection must not get.
      if (failure === 'twice')
        request.socket.write(
          `HTTP/1.1 ${status} OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
        );
    }).listen(0, '127.0.0.1');
  }

  static async start(specification: Specification): Promise<StandIn> {
    const carrier = new StandIn(specification);
    await once(carrier.#server, 'listening');
    return carrier;
  }

  get baseUrl(): string {
    const address = this.#server.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    return `http://127.0.0.1:${port}${this.specification.basePath}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: HttpRequest, isSidOfBefore: boolean): HttpAnswer {
    const { basePath, answer } = this.specification;
    if (!request.path.startsWith(basePath)) return { status: 404, body: '<h1>Not found</h1>' };
    const sid = `${this.specification.dialect}-${this.sids.length + (isSidOfBefore ? 0 : 1)}`;
    const response = answer({ ...request, path: request.path.slice(basePath.length) }, sid);
    if (response.taken !== undefined) {
      this.taken.push(response.taken);
      this.sids.push(sid);
    }
    return response;
  }
}
