/** Routes of steps and their contexts: /v2/Flows/{FlowSid}/Executions/{ExecutionSid}/Steps. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as operations from '#api/executions/operations.ts';
import type { StepResource } from '#api/executions/schemas.ts';
import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { presentPage, readPage } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchStep, listSteps, type StepListRow } from './service.ts';

export function stepRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listSteps, async ({ request, caller, params }) => {
    const pageRequest = readPage(request, (position) => /^\d{1,9}$/.test(position));
    const key = { flow: params.FlowSid, sid: params.ExecutionSid };
    const { execution, page } = await listSteps(ctx, caller, key, pageRequest);
    return presentPage(ctx, request, {
      key: 'steps',
      pageRequest,
      slice: page,
      positionOf: (step) => String(step.seq),
      present: (step) => presentStep(ctx, request, execution, step, null),
    });
  });

  serveOperation(app, operations.fetchStep, async ({ request, caller, params }) => {
    const { execution, step, context } = await fetchStep(ctx, caller, keyOf(params, params.Sid));
    return presentStep(ctx, request, execution, step, context);
  });

  serveOperation(app, operations.fetchStepContext, async ({ request, caller, params }) => {
    const { execution, step, context } = await fetchStep(ctx, caller, keyOf(params, params.StepSid));
    return {
      account_sid: execution.account,
      context,
      flow_sid: execution.flow,
      execution_sid: execution.sid,
      step_sid: step.sid,
      url: baseUrl(ctx, request) + paths.stepContext(execution.flow, execution.sid, step.sid),
    };
  });
}

const keyOf = (params: { FlowSid: string; ExecutionSid: string }, step: string) => ({
  flow: params.FlowSid,
  sid: params.ExecutionSid,
  step,
});

function presentStep(
  ctx: ServiceContext,
  request: FastifyRequest,
  { account, flow, sid, parent_step }: ExecutionRow,
  step: StepListRow,
  context: JsonObject | null,
): StepResource {
  const base = baseUrl(ctx, request);
  return {
    sid: step.sid,
    account_sid: account,
    flow_sid: flow,
    execution_sid: sid,
    parent_step_sid: parent_step,
    name: step.name,
    context,
    transitioned_from: step.transitioned_from,
    transitioned_to: step.transitioned_to,
    type: step.type,
    date_created: dateTime(step.created_at),
    date_updated: null,
    url: base + paths.step(flow, sid, step.sid),
    links: { step_context: base + paths.stepContext(flow, sid, step.sid) },
  };
}
