/** /schemas/…: the published schemas of flow definitions and of widgets. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import { type PublishedSchemaName, publishedSchema } from '#flow/schema/published-schema.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import type { ServiceContext } from '../platform/service-context.ts';

const routes: readonly [string, PublishedSchemaName][] = [
  [paths.definitionSchema, 'flow-definition'],
  [paths.triggerSchema, 'trigger'],
  [paths.capturePaymentsSchema, 'capture-payments'],
];

export function definitionSchemaRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  for (const [path, name] of routes) {
    app.get(path, (request, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'no-cache')
        .type('application/schema+json')
        .send(publishedSchema(name, `${baseUrl(ctx, request)}/schemas`)),
    );
  }
}
