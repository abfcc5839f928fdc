/** /openapi.json: the OpenAPI 3.1 document of all operations. */

import type { FastifyInstance } from 'fastify';
import { openApi } from '#api/openapi.ts';
import { operations } from '#api/operations.ts';
import * as described from '#api/system/server-operations.ts';
import type { ServiceContext } from '../service-context.ts';
import { version } from '../version.ts';
import { baseUrl } from './base-url.ts';
import { serveOperation } from './operation-route.ts';

export function openApiRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  const whole = openApi(operations, '', version);
  serveOperation(app, described.fetchOpenApi, ({ request, reply }) => {
    void reply.header('access-control-allow-origin', '*').header('cache-control', 'no-cache');
    return { ...whole, servers: [{ url: baseUrl(ctx, request) }] };
  });
}
