/** /schemas/flow-definition: the published schema of flow definitions. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import { publishedSchema } from '#flow/schema/published-schema.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import type { ServiceContext } from '../platform/service-context.ts';

export function definitionSchemaRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.definitionSchema, (request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-cache')
      .type('application/schema+json')
      .send(publishedSchema(`${baseUrl(ctx, request)}/schemas`)),
  );
}
