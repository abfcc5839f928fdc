/** /v1/Flows/{FlowSid}/Executions: as version 1 did it, create never refuses a contact that is active. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/operations.ts';
import { serve } from '../platform/http/operation-route.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { presentExecution, readNewExecution } from './routes.ts';
import { createOrJoinExecution, fetchExecution } from './service/executions.ts';

export function executionV1Routes(app: FastifyInstance, ctx: ServiceContext): void {
  serve(app, operations.createExecutionV1, async ({ request, caller, params, form }) =>
    presentExecution(ctx, request, await createOrJoinExecution(ctx, caller, readNewExecution(params, form))),
  );

  serve(app, operations.fetchExecutionV1, async ({ request, caller, params }) => {
    const key = { flow: params.FlowSid, sid: params.Sid };
    return presentExecution(ctx, request, await fetchExecution(ctx, caller, key));
  });
}
