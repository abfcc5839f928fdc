/** Routes of steps and their contexts: /v2/Flows/{FlowSid}/Executions/{ExecutionSid}/Steps. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/operations.ts';
import type { StepResource } from '#api/executions/schemas.ts';
import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json/json.ts';
import type { ExecutionRow } from '../../platform/database/schema/tables.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { byNumber, presentPage, readPage } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchStep, listSteps, type StepListRow } from './service.ts';

const bySeq = byNumber(({ seq }: StepListRow) => seq);

export function stepRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listSteps, async ({ base, request, caller, params }) => {
    const pageRequest = readPage(request, bySeq.isPosition);
    const key = { flow: params.FlowSid, sid: params.ExecutionSid };
    const { execution, page: slice } = await listSteps(ctx, caller, key, pageRequest);
    return presentPage(base, request, {
      key: 'steps',
      pageRequest,
      slice,
      positionOf: bySeq.positionOf,
      present: (step) => presentStep(base, execution, step, null),
    });
  });

  serveOperation(app, operations.fetchStep, async ({ base, caller, params }) => {
    const { execution, step, context } = await fetchStep(ctx, caller, keyOf(params, params.Sid));
    return presentStep(base, execution, step, context);
  });

  serveOperation(app, operations.fetchStepContext, async ({ base, caller, params }) => {
    const { execution, step, context } = await fetchStep(ctx, caller, keyOf(params, params.StepSid));
    return {
      account_sid: execution.account,
      context,
      flow_sid: execution.flow,
      execution_sid: execution.sid,
      step_sid: step.sid,
      url: base + paths.stepContext(execution.flow, execution.sid, step.sid),
    };
  });
}

const keyOf = (params: { FlowSid: string; ExecutionSid: string }, step: string) => ({
  flow: params.FlowSid,
  sid: params.ExecutionSid,
  step,
});

function presentStep(
  base: string,
  { account, flow, sid, parent_step }: ExecutionRow,
  step: StepListRow,
  context: JsonObject | null,
): StepResource {
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
