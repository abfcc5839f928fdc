/**
 * What the page asks of one execution. /v1/ExecutionViews/{FlowSid}/{Sid}: all that it shows, in one answer;
 * /v1/Executions/{Sid}: the resource, for who does not know the flow, as when it stands in the way of another's.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExecutionView } from '#api/executions/resources.ts';
import { paths } from '#api/paths.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { sidParam } from '../../platform/http/sid-param.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { executionKey, presentExecution } from '../routes.ts';
import { type ExecutionDetails, fetchExecutionBySid, fetchExecutionDetails } from './service.ts';

type One = { Params: { flow: string; sid: string } };

export function executionViewRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get<One>(paths.executionView(':flow', ':sid'), async (request) => {
    const viewed = await fetchExecutionDetails(ctx, callerOf(request), executionKey(request.params));
    return presentView(ctx, request, viewed);
  });

  app.get<{ Params: { sid: string } }>(paths.executionAlone(':sid'), async (request) => {
    const sid = sidParam('FN', request.params.sid);
    return presentExecution(ctx, request, await fetchExecutionBySid(ctx, callerOf(request), sid));
  });
}

export function presentView(
  ctx: ServiceContext,
  request: FastifyRequest,
  { row, widget: at, notes, steps }: ExecutionDetails,
): ExecutionView {
  return {
    execution: presentExecution(ctx, request, row),
    at,
    waiting_for: row.waiting,
    notes,
    steps: steps.map(({ created_at, execution: _, ...step }) => ({
      ...step,
      date_created: dateTime(created_at),
    })),
  };
}
