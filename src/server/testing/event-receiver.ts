/** Test fixture: a webhook receiver of events on a real socket, with configurable responses. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { JsonObject } from '#flow/json/json.ts';

type Post<Event> = { headers: IncomingHttpHeaders; body: string; events: Event[] };

/** A status; no response at all; 200 with a body of a gigabyte. */
type Behavior = number | 'hang' | 'endless';

export class EventReceiver<Event extends object = JsonObject> {
  /** Posts that got 200, in order. */
  readonly posts: Post<Event>[] = [];
  /** Decides how the next posts are responded to. */
  respond: (headers: IncomingHttpHeaders) => Behavior = () => 200;
  url = '';
  /** Bytes of endless responses that the client accepted. */
  written = 0;
  readonly #server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const behavior = this.respond(request.headers);
    if (behavior === 'hang') return;
    if (behavior === 200) this.posts.push({ headers: request.headers, body, events: JSON.parse(body) });
    if (behavior === 'endless') return this.#flood(response);
    response.writeHead(behavior, behavior === 302 ? { location: this.url } : {}).end();
  });

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/events`;
    return this;
  }

  events(): Event[] {
    return this.posts.flatMap(({ events }) => events);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #flood(response: ServerResponse): Promise<void> {
    response.writeHead(200);
    const piece = Buffer.alloc(65_536, 'x');
    while (this.written < 2 ** 30 && !response.destroyed) {
      const canContinue = response.write(piece);
      this.written += piece.length;
      if (!canContinue) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      await yieldToEventLoop();
    }
    response.end();
  }
}
