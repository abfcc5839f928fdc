/** For tests: a receiver of events that listens on a real socket and answers as it is told. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { setImmediate as breath } from 'node:timers/promises';
import type { JsonObject } from '#flow/json/json.ts';

type Post<Event> = { headers: IncomingHttpHeaders; body: string; events: Event[] };

/** A status; no answer at all; 200 and then a gigabyte. */
type Answer = number | 'hang' | 'endless';

export class EventReceiver<Event extends object = JsonObject> {
  /** Those that were answered with 200, in order. */
  readonly posts: Post<Event>[] = [];
  answer: (headers: IncomingHttpHeaders) => Answer = () => 200;
  url = '';
  /** Bytes of endless answers that could be handed over. */
  written = 0;
  readonly #server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const answer = this.answer(request.headers);
    if (answer === 'hang') return;
    if (answer === 200) this.posts.push({ headers: request.headers, body, events: JSON.parse(body) });
    if (answer === 'endless') return this.#flood(response);
    response.writeHead(answer, answer === 302 ? { location: this.url } : {}).end();
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
      const goesOn = response.write(piece);
      this.written += piece.length;
      if (!goesOn) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      await breath();
    }
    response.end();
  }
}
