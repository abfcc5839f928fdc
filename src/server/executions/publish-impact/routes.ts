/** /v1/Flows/{Sid}/PublishImpact: whom publishing a revision would affect. */

import type { FastifyInstance } from 'fastify';
import { fetchPublishImpact as operation } from '#api/flows/operations.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchPublishImpact } from './service.ts';

export function publishImpactRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operation, ({ caller, params: { Sid }, query: { Revision } }) =>
    fetchPublishImpact(ctx, caller, Sid, Revision),
  );
}
