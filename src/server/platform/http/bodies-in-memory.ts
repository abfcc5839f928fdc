/** Bounds how much of large request bodies is in memory at once: from the first byte of each until its response. */

import type { FastifyInstance, FastifyRequest } from 'fastify';

export class BodiesInMemory {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #byRequest = new WeakMap<FastifyRequest, number>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False where the bytes are too many beside those of other requests. */
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
