/** Reads a JSON body of many MB: what exceeds a limit is not kept while the rest of it arrives. */

import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { BodiesInMemory } from './bodies-in-memory.ts';
import { JsonLimitExceeded, JsonLimits } from './json-limits.ts';
import { maxBytesInMemory } from './request-limits.ts';

/** Those of all requests of this process that may send so much. */
export const bodiesInMemory = new BodiesInMemory(maxBytesInMemory);

/**
 * The bytes of the body, read to its end so that the client reads the response.
 *
 * @throws Refusal too-large beyond the limit of the route; unavailable while other bodies take too much memory
 * @throws JsonLimitExceeded
 */
export async function readLimitedJson(request: FastifyRequest, body: IncomingMessage): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions;
  const limits = new JsonLimits();
  const isTooLarge = (bytes: number) => bytes > bodyLimit;
  let exceeded: string | null = null;
  let pieces: Buffer[] = [];
  let size = 0;
  if (isTooLarge(Number(request.headers['content-length']))) throw tooLarge();
  for await (const piece of piecesOf(body)) {
    size += piece.length;
    if (isTooLarge(size)) throw tooLarge();
    exceeded ??= limits.read(piece);
    if (exceeded !== null) {
      pieces = [];
      bodiesInMemory.remove(request);
    } else if (bodiesInMemory.add(request, piece.length)) {
      pieces.push(piece);
    } else {
      throw new Refusal('unavailable', 'other requests are too large at the moment');
    }
  }
  if (exceeded !== null) throw new JsonLimitExceeded(exceeded);
  return Buffer.concat(pieces);
}

/** @throws Refusal when the client disconnects */
async function* piecesOf(body: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new Refusal('bad-request', 'the body is not complete', { cause });
  }
}

function tooLarge(): Refusal {
  return new Refusal('too-large', 'the body is too large');
}
