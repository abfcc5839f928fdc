/** /healthz and /readyz: liveness and readiness probes. */

import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../platform/service-context.ts';
import { reasonNotReady } from './health-service.ts';

export function healthRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const reason = stopping ? 'The server stops' : await reasonNotReady(ctx);
    const status = reason === null ? 'ready' : reason;
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });
}
