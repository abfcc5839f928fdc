/** Documents that are the same for everybody, but for the address at which the server was asked. Anybody may ask for them, often. */

import type { FastifyRequest } from 'fastify';
import { eventLoopTurn } from '../event-loop-turn.ts';
import type { ServiceContext } from '../service-context.ts';
import { baseUrl } from './host.ts';

/**
 * Writes the document once for the address that is asked last, as most ask at the same one; who asks many times in one packet lets others
 * have their turn. The bytes stay the same object, which is compressed once, too.
 */
export function publicDocument(
  ctx: ServiceContext,
  write: (base: string) => string,
): (request: FastifyRequest) => Promise<Buffer> {
  let last: { base: string; bytes: Buffer } | null = null;
  return async (request) => {
    await eventLoopTurn.enter();
    const base = baseUrl(ctx, request);
    if (last?.base !== base) last = { base, bytes: Buffer.from(write(base)) };
    return last.bytes;
  };
}
