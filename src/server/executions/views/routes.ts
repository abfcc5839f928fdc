/**
 * Routes of the execution page. /v1/ExecutionViews/{FlowSid}/{Sid}: what it shows, the steps a part at a time;
 * /v1/Executions/{Sid}: the resource, for clients that do not know the flow, as after a conflict.
 */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/operations.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { presentExecution, presentExecutionView } from '../service/presentation.ts';
import { fetchExecutionBySid, fetchExecutionDetails } from './service.ts';

export function executionViewRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchExecutionView, async ({ request, caller, params, query }) => {
    const key = { flow: params.FlowSid, sid: params.Sid };
    const after = Number(query.After ?? 0);
    return presentExecutionView(
      ctx,
      baseUrl(ctx, request),
      await fetchExecutionDetails(ctx, caller, key, after),
    );
  });

  serveOperation(app, operations.fetchExecutionAlone, async ({ request, caller, params: { Sid } }) =>
    presentExecution(ctx, baseUrl(ctx, request), await fetchExecutionBySid(ctx, caller, Sid)),
  );
}
