/** CORS: pages of other origins may call the API with credentials in a header; the cookie is never sent. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, Accept, Idempotency-Key, Last-Event-ID',
  'access-control-expose-headers': '*',
};

/** Adds the headers to every response of the routes of `app`. */
export function allowCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => {
    void reply.headers(corsHeaders);
  });
}

/** The same for one response without a route: a page must be able to read the problem. */
export function allowCrossOriginReply(request: FastifyRequest, reply: FastifyReply): void {
  if (/^\/v[12]\//.test(request.url)) void reply.headers(corsHeaders);
}

/** Responses to CORS preflight requests. */
export function preflightRoutes(app: FastifyInstance): void {
  for (const version of ['/v1/*', '/v2/*']) {
    app.options(version, (_, reply) =>
      reply.code(204).headers(corsHeaders).header('access-control-max-age', '86400').send(),
    );
  }
}
