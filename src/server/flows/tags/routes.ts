/** Routes of the tags of flows: /v1/Flows/{Sid}/Tags. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as operations from '#api/flows/tags.ts';
import { paths } from '#api/paths.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchTags, updateTags } from './service.ts';

export function flowTagRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchFlowTags, async ({ request, caller, params: { Sid } }) =>
    present(ctx, request, Sid, await fetchTags(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateFlowTags, async ({ request, caller, params: { Sid }, form }) =>
    present(ctx, request, Sid, await updateTags(ctx, caller, Sid, form.Tags)),
  );
}

function present(
  ctx: ServiceContext,
  request: FastifyRequest,
  sid: string,
  tags: string[],
): operations.FlowTags {
  return { sid, tags, url: baseUrl(ctx, request) + paths.flowTags(sid) };
}
