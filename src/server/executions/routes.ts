/** /v2/Flows/{FlowSid}/Executions: create, fetch, list, update, delete, and the context. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as operations from '#api/executions/operations.ts';
import type { ExecutionResource } from '#api/executions/resources.ts';
import { paths } from '#api/paths.ts';
import { isObject } from '#flow/json/json.ts';
import { ageCursor, isAgeCursor } from '../platform/database/age-cursor.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull, readDateTime } from '../platform/http/date-time.ts';
import { unfit } from '../platform/http/form.ts';
import { type Asked, serve } from '../platform/http/operation-route.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import { sidParam } from '../platform/http/sid-param.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  contactSid,
  contextOf,
  createExecution,
  deleteExecution,
  type ExecutionKey,
  type ExecutionListRow,
  type ExecutionRow,
  endExecution,
  fetchExecution,
  listExecutions,
  type NewExecution,
} from './service/executions.ts';

export function executionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serve(app, operations.createExecution, async ({ request, caller, params, form }) =>
    presentExecution(ctx, request, await createExecution(ctx, caller, readNewExecution(params, form))),
  );

  serve(app, operations.listExecutions, async ({ request, caller, params, query }) => {
    const want = readPage(request, isAgeCursor);
    const filter = {
      status: query.status ?? query.Status,
      from: readDateTime('DateCreatedFrom', query.DateCreatedFrom),
      to: readDateTime('DateCreatedTo', query.DateCreatedTo),
    };
    return presentPage(ctx, request, {
      key: 'executions',
      want,
      slice: await listExecutions(ctx, caller, params.FlowSid, filter, want),
      positionOf: (row) => ageCursor(row),
      present: (row) => presentExecutionSummary(ctx, request, row),
    });
  });

  serve(app, operations.fetchExecution, async ({ request, caller, params }) =>
    presentExecution(ctx, request, await fetchExecution(ctx, caller, keyOf(params))),
  );

  serve(app, operations.updateExecution, async ({ request, caller, params, form }) => {
    const change = form.Status === 'ended' ? endExecution : fetchExecution;
    return presentExecution(ctx, request, await change(ctx, caller, keyOf(params)));
  });

  serve(app, operations.deleteExecution, async ({ caller, params }) => {
    await deleteExecution(ctx, caller, keyOf(params));
  });

  serve(app, operations.fetchExecutionContext, async ({ request, caller, params }) => {
    const key = { flow: params.FlowSid, sid: params.ExecutionSid };
    const execution = await fetchExecution(ctx, caller, key);
    return {
      account_sid: execution.account,
      context: contextOf(execution),
      flow_sid: execution.flow,
      execution_sid: execution.sid,
      url: baseUrl(ctx, request) + paths.executionContext(execution.flow, execution.sid),
    };
  });
}

/** @throws Refusal not-found when the address holds no such SIDs */
export function executionKey({ flow, sid }: { flow: string; sid: string }): ExecutionKey {
  return { flow: sidParam('FW', flow), sid: sidParam('FN', sid) };
}

const keyOf = ({ FlowSid, Sid }: { FlowSid: string; Sid: string }): ExecutionKey => ({
  flow: FlowSid,
  sid: Sid,
});

/** What a create asks for, in either version. @throws Refusal naming Parameters when they are no object */
export function readNewExecution(
  { FlowSid }: { FlowSid: string },
  form: Asked<typeof operations.createExecution>['form'],
): NewExecution {
  const { To, From, Parameters = {} } = form;
  if (!isObject(Parameters)) throw unfit('Parameters', 'must be a JSON object');
  return { flow: FlowSid, to: To, from: From, parameters: Parameters };
}

/** The resource with its context. */
export function presentExecution(
  ctx: ServiceContext,
  request: FastifyRequest,
  execution: ExecutionRow,
): ExecutionResource {
  return { ...presentExecutionSummary(ctx, request, execution), context: contextOf(execution) };
}

/** The resource as lists have it, without its context. */
export function presentExecutionSummary(
  ctx: ServiceContext,
  request: FastifyRequest,
  row: ExecutionListRow,
): ExecutionResource {
  const base = baseUrl(ctx, request);
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    contact_channel_address: row.purged_at === null ? row.contact : null,
    contact_sid: contactSid(row),
    flow_version: row.revision,
    context: null,
    status: row.status,
    initiated_by: row.initiated_by,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: base + paths.execution(row.flow, row.sid),
    links: {
      steps: base + paths.steps(row.flow, row.sid),
      execution_context: base + paths.executionContext(row.flow, row.sid),
    },
  };
}
