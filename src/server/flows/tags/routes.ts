/** Routes of the tags of flows: /v1/Flows/{Sid}/Tags. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/flows/tags.ts';
import { paths } from '#api/paths.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchTags, updateTags } from './service.ts';

export function flowTagRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchFlowTags, async ({ base, caller, params: { Sid } }) =>
    present(base, Sid, await fetchTags(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateFlowTags, async ({ base, caller, params: { Sid }, form }) =>
    present(base, Sid, await updateTags(ctx, caller, Sid, form.Tags)),
  );
}

function present(base: string, sid: string, tags: string[]): operations.FlowTags {
  return { sid, tags, url: base + paths.flowTags(sid) };
}
