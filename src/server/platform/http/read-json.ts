/** Reads a JSON body: what exceeds a limit is not kept while the rest of it arrives. */

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { maxBytesInMemory } from './body-limits.ts';
import { JsonLimitExceeded, JsonLimits } from './json-limits.ts';
import { readBody } from './read-body.ts';

/** Bounds how much of large request bodies is in memory at once: from the first byte of each until its response. */
export class BodiesInMemory {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #byRequest = new WeakMap<FastifyRequest, number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False where the bytes are too many with those of other requests. */
  add(request: FastifyRequest, bytes: number): boolean {
    if (this.#bytes + bytes > this.#maxBytes) return false;
    this.#bytes += bytes;
    this.#byRequest.set(request, (this.#byRequest.get(request) ?? 0) + bytes);
    return true;
  }

  /** The bytes of the request are no longer kept. */
  remove(request: FastifyRequest): void {
    this.#bytes -= this.#byRequest.get(request) ?? 0;
    this.#byRequest.delete(request);
  }

  /** Removes the bytes of each request of these routes once it has its response, or its client is gone. */
  removeAfterResponse(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', () => this.remove(request));
      done();
    });
  }
}

/** Those of all requests of this process that may send many MB. */
export const bodiesInMemory = new BodiesInMemory(maxBytesInMemory);

/**
 * The bytes of the body, read to its end so that the client reads the response; they count in `memory`, if given.
 *
 * @throws Refusal unavailable while other bodies take too much of `memory`
 * @throws JsonLimitExceeded, and what `readBody` throws
 */
export async function readLimitedJson(
  request: FastifyRequest,
  body: IncomingMessage,
  { memory }: { memory?: BodiesInMemory } = {},
): Promise<Buffer> {
  const limits = new JsonLimits();
  let exceeded: string | null = null;
  const bytes = await readBody(request, body, (piece) => {
    exceeded ??= limits.read(piece);
    if (exceeded !== null) memory?.remove(request);
    else if (memory?.add(request, piece.length) === false)
      throw new Refusal('unavailable', 'other requests are too large at the moment');
    return exceeded === null;
  });
  if (exceeded !== null) throw new JsonLimitExceeded(exceeded);
  return bytes;
}
