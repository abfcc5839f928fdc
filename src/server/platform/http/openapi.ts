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
  // Described when it is asked for first: that takes longer than most of a start.
  let whole: ReturnType<typeof openApi> | null = null;
  serveOperation(app, described.fetchOpenApi, ({ request, reply }) => {
    void reply.header('access-control-allow-origin', '*').header('cache-control', 'no-cache');
    whole ??= openApi(operations, '', version);
    return { ...whole, servers: [{ url: baseUrl(ctx, request) }] };
  });
}
