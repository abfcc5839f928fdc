/**
 * /l/{id}: redirects a short link to its target. The route is public, because the people who get the messages have no
 * account; the id is random and its own secret, and leads only where a flow's author has sent it.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { followShortLink } from './service.ts';

export function shortLinkRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get<{ Params: { id: string } }>(paths.shortLink(':id'), async (request, reply) => {
    const target = await followShortLink(ctx, request.params.id, isVisit(request));
    void reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    if (target !== null) return reply.redirect(target, 302);
    return reply.code(404).type('text/plain; charset=utf-8').send('This link does not work any more.\n');
  });
}

/** Neither a HEAD request, which scanners send, nor a prefetch is a visit. */
function isVisit({ method, headers }: FastifyRequest): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`;
  return method === 'GET' && !purpose.includes('prefetch');
}
