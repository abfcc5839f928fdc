/**
 * Routes of the execution page. /v1/ExecutionViews/{FlowSid}/{Sid}: what it shows, the steps a part at a time;
 * /v1/Executions/{Sid}: the resource, for clients that do not know the flow, as after a conflict.
 */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/operations.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { presentExecution, presentExecutionView } from '../service/presentation.ts';
import { fetchExecutionBySid, fetchExecutionDetails } from './service.ts';

export function executionViewRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchExecutionView, async ({ base, caller, params, query }) => {
    const key = { flow: params.FlowSid, sid: params.Sid };
    const after = Number(query.After ?? 0);
    return presentExecutionView(ctx, base, await fetchExecutionDetails(ctx, caller, key, after));
  });

  serveOperation(app, operations.fetchExecutionAlone, async ({ base, caller, params: { Sid } }) =>
    presentExecution(ctx, base, await fetchExecutionBySid(ctx, caller, Sid)),
  );
}
