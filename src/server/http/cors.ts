/** Lets pages of other sites call the API with credentials of their own. The cookie stays with this one. */

import type { FastifyInstance, FastifyReply } from 'fastify';

/** Adds the headers to every answer of the routes of `app`. */
export function allowOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => {
    void reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', '*');
  });
}

/** The answer to a browser that asks, before it sends a request, what it may send. */
export function preflightRoutes(app: FastifyInstance): void {
  for (const version of ['/v1/*', '/v2/*']) app.options(version, (_, reply) => void preflight(reply));
}

function preflight(reply: FastifyReply): unknown {
  return reply
    .code(204)
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'GET, POST, DELETE, OPTIONS')
    .header('access-control-allow-headers', 'Authorization, Content-Type, Accept')
    .header('access-control-max-age', '86400')
    .send();
}
