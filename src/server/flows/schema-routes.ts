/** /schemas/…: the published schemas of flow definitions, of widgets and of flow tests. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import { type PublishedSchemaName, publishedSchema } from '#flow/schema/published-schema.ts';
import { publishedFlowTestSchema } from '#simulator/flow-test/schema.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import type { ServiceContext } from '../platform/service-context.ts';

const documents: readonly [string, (base: string) => object][] = [
  [paths.definitionSchema, published('flow-definition')],
  [paths.triggerSchema, published('trigger')],
  [paths.capturePaymentsSchema, published('capture-payments')],
  [paths.flowTestSchema, publishedFlowTestSchema],
];

function published(name: PublishedSchemaName): (base: string) => object {
  return (base) => publishedSchema(name, base);
}

export function definitionSchemaRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  for (const [path, documentAt] of documents) {
    app.get(path, (request, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'no-cache')
        .type('application/schema+json')
        .send(documentAt(`${baseUrl(ctx, request)}/schemas`)),
    );
  }
}
