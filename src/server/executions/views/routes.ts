/**
 * Routes of the execution page. /v1/ExecutionViews/{FlowSid}/{Sid}: everything that it shows, in one response;
 * /v1/Executions/{Sid}: the resource, for clients that do not know the flow, as after a conflict.
 */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { sidParam } from '../../platform/http/sid-param.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { presentExecution, presentExecutionView } from '../service/presentation.ts';
import { fetchExecutionBySid, fetchExecutionDetails } from './service.ts';

type ExecutionRoute = { Params: { flow: string; sid: string } };

export function executionViewRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get<ExecutionRoute>(paths.executionView(':flow', ':sid'), async (request) => {
    const key = { flow: sidParam('FW', request.params.flow), sid: sidParam('FN', request.params.sid) };
    const details = await fetchExecutionDetails(ctx, callerOf(request), key);
    return presentExecutionView(ctx, baseUrl(ctx, request), details);
  });

  app.get<{ Params: { sid: string } }>(paths.executionAlone(':sid'), async (request) => {
    const sid = sidParam('FN', request.params.sid);
    return presentExecution(
      ctx,
      baseUrl(ctx, request),
      await fetchExecutionBySid(ctx, callerOf(request), sid),
    );
  });
}
