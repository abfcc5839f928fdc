/** Reads a JSON body: what exceeds a limit is not kept while the rest of it arrives. */

import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { BodiesInMemory } from './bodies-in-memory.ts';
import { JsonLimitExceeded, JsonLimits } from './json-limits.ts';
import { readBody } from './read-body.ts';
import { maxBytesInMemory } from './request-limits.ts';

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
  memory: BodiesInMemory | null = null,
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
