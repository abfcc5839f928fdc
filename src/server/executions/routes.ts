/** Routes of executions and their contexts: /v2/Flows/{FlowSid}/Executions, and what version 1 had of it. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/operations.ts';
import { paths } from '#api/paths.ts';
import { ageCursor, isAgeCursor } from '../platform/database/age-cursor.ts';
import { requireAddress } from '../platform/http/address-field.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { readDateTime } from '../platform/http/date-time.ts';
import { type OperationRequest, serveOperation } from '../platform/http/operation-route.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  contextOf,
  createExecution,
  createOrJoinExecution,
  deleteExecution,
  type ExecutionKey,
  endExecution,
  fetchExecution,
  listExecutions,
  type NewExecution,
  requireActive,
} from './service/executions.ts';
import { presentExecution, presentExecutionSummary } from './service/presentation.ts';

export function executionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createExecution, async ({ request, caller, params, form }) =>
    presentExecution(
      ctx,
      baseUrl(ctx, request),
      await createExecution(ctx, caller, readNewExecution(params, form)),
    ),
  );

  serveOperation(app, operations.listExecutions, async ({ request, caller, params, query }) => {
    const pageRequest = readPage(request, isAgeCursor);
    const filter = {
      status: query.status ?? query.Status,
      from: readDateTime('DateCreatedFrom', query.DateCreatedFrom),
      to: readDateTime('DateCreatedTo', query.DateCreatedTo),
    };
    return presentPage(ctx, request, {
      key: 'executions',
      pageRequest,
      slice: await listExecutions(ctx, caller, params.FlowSid, filter, pageRequest),
      positionOf: (row) => ageCursor(row),
      present: (row) => presentExecutionSummary(baseUrl(ctx, request), row),
    });
  });

  serveOperation(app, operations.fetchExecution, async ({ request, caller, params }) =>
    presentExecution(ctx, baseUrl(ctx, request), await fetchExecution(ctx, caller, keyOf(params))),
  );

  serveOperation(app, operations.updateExecution, async ({ request, caller, params, form }) => {
    const change = form.Status === 'ended' ? endExecution : requireActive;
    return presentExecution(ctx, baseUrl(ctx, request), await change(ctx, caller, keyOf(params)));
  });

  serveOperation(app, operations.deleteExecution, async ({ caller, params }) => {
    await deleteExecution(ctx, caller, keyOf(params));
  });

  serveOperation(app, operations.fetchExecutionContext, async ({ request, caller, params }) => {
    const key = { flow: params.FlowSid, sid: params.ExecutionSid };
    const execution = await fetchExecution(ctx, caller, key);
    return {
      account_sid: execution.account,
      context: contextOf(ctx, execution),
      flow_sid: execution.flow,
      execution_sid: execution.sid,
      url: baseUrl(ctx, request) + paths.executionContext(execution.flow, execution.sid),
    };
  });
}

/** Version 1 of the API, whose create never refuses a contact that is active. */
export function executionV1Routes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createExecutionV1, async ({ request, caller, params, form }) =>
    presentExecution(
      ctx,
      baseUrl(ctx, request),
      await createOrJoinExecution(ctx, caller, readNewExecution(params, form)),
    ),
  );

  serveOperation(app, operations.fetchExecutionV1, async ({ request, caller, params }) => {
    const key = { flow: params.FlowSid, sid: params.Sid };
    return presentExecution(ctx, baseUrl(ctx, request), await fetchExecution(ctx, caller, key));
  });
}

const keyOf = ({ FlowSid, Sid }: { FlowSid: string; Sid: string }): ExecutionKey => ({
  flow: FlowSid,
  sid: Sid,
});

/** The input of create, in either version. @throws Refusal naming the field that is no address, or Parameters when they are no object */
function readNewExecution(
  { FlowSid }: { FlowSid: string },
  form: OperationRequest<typeof operations.createExecution>['form'],
): NewExecution {
  const { To, From, Parameters = {} } = form;
  return {
    flow: FlowSid,
    to: requireAddress(To, 'To', 'contact'),
    from: requireAddress(From, 'From', 'sender'),
    parameters: Parameters,
  };
}
