/** /v2/Flows/{FlowSid}/Executions/{ExecutionSid}/Steps: list, fetch, and a step's context. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StepContextResource, StepResource } from '#api/executions.ts';
import { paths } from '#api/paths.ts';
import type { JsonObject } from '#flow/json.ts';
import { type ExecutionRow, fetchStep, listSteps, type StepRow } from '../../service/executions.ts';
import type { Host } from '../../service/host.ts';
import { callerOf } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { dateTime } from '../date-time.ts';
import { presentPage, readPage } from '../paging.ts';
import { sidParam } from '../sid-param.ts';
import { executionKey } from './executions.ts';

type Many = { Params: { flow: string; sid: string } };
type One = { Params: { flow: string; sid: string; step: string } };

export function stepRoutes(app: FastifyInstance, host: Host): void {
  app.get<Many>(paths.steps(':flow', ':sid'), async (request) => {
    const want = readPage(request, (position) => /^\d{1,9}$/.test(position));
    const { execution, slice } = await listSteps(host, callerOf(request), executionKey(request.params), want);
    return presentPage(host, request, {
      key: 'steps',
      want,
      slice,
      positionOf: (step) => String(step.seq),
      present: (step) => presentStep(host, request, execution, step, null),
    });
  });

  app.get<One>(paths.step(':flow', ':sid', ':step'), async (request) => {
    const { execution, step, context } = await fetchStep(host, callerOf(request), stepKey(request));
    return presentStep(host, request, execution, step, context);
  });

  app.get<One>(paths.stepContext(':flow', ':sid', ':step'), async (request): Promise<StepContextResource> => {
    const { execution, step, context } = await fetchStep(host, callerOf(request), stepKey(request));
    return {
      account_sid: execution.account,
      context,
      flow_sid: execution.flow,
      execution_sid: execution.sid,
      step_sid: step.sid,
      url: baseUrl(host, request) + paths.stepContext(execution.flow, execution.sid, step.sid),
    };
  });
}

function stepKey({ params }: FastifyRequest<One>) {
  return { ...executionKey(params), step: sidParam('FT', params.step) };
}

function presentStep(
  host: Host,
  request: FastifyRequest,
  { account, flow, sid, parent_step }: ExecutionRow,
  step: StepRow,
  context: JsonObject | null,
): StepResource {
  const base = baseUrl(host, request);
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
