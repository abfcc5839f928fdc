/**
 * Routes of executions and their contexts: /v2/Flows/{FlowSid}/Executions, what version 1 had of it, what the page
 * asks of executions besides, reveals, and where executions are and go.
 */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/operations.ts';
import { listRecordedRuns as listRecordedRunsOperation } from '#api/executions/recorded-runs.ts';
import {
  listExecutionReveals,
  revealExecution as revealExecutionOperation,
} from '#api/executions/reveals.ts';
import { runExecutionAgain } from '#api/executions/run-again.ts';
import { createTestRun } from '#api/executions/test-runs.ts';
import { fetchTraffic as fetchTrafficOperation, listFlowStarts } from '#api/executions/traffic.ts';
import { paths } from '#api/paths.ts';
import { requireAddress } from '../platform/http/address-field.ts';
import { dateTime, readDateTime } from '../platform/http/date-time.ts';
import { type OperationRequest, serveOperation } from '../platform/http/operation-route.ts';
import { byAge } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { listRecordedRuns } from './recorded-runs/service.ts';
import { revealExecution, shownUntil } from './reveals/service.ts';
import { runAgain } from './run-again/service.ts';
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
import { presentExecution, presentExecutionSummary, presentExecutionView } from './service/presentation.ts';
import { startTestRun } from './service/test-runs.ts';
import { fetchStarts, fetchTraffic } from './traffic/service.ts';
import { fetchExecutionBySid, fetchExecutionDetails } from './views/service.ts';

export function executionRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createExecution, async ({ base, caller, params, form }) =>
    presentExecution(ctx, base, await createExecution(ctx, caller, readNewExecution(params, form))),
  );

  serveOperation(app, operations.listExecutions, async ({ page, base, caller, params, query }) => {
    const filter = {
      status: query.status ?? query.Status,
      from: readDateTime('DateCreatedFrom', query.DateCreatedFrom),
      to: readDateTime('DateCreatedTo', query.DateCreatedTo),
    };
    return page('executions', byAge, {
      list: (wanted) => listExecutions(ctx, caller, params.FlowSid, filter, wanted),
      present: (row) => presentExecutionSummary(base, row),
    });
  });

  serveOperation(app, operations.fetchExecution, async ({ base, caller, params }) =>
    presentExecution(ctx, base, await fetchExecution(ctx, caller, keyOf(params))),
  );

  serveOperation(app, operations.updateExecution, async ({ base, caller, params, form }) => {
    const change = form.Status === 'ended' ? endExecution : requireActive;
    return presentExecution(ctx, base, await change(ctx, caller, keyOf(params)));
  });

  serveOperation(app, operations.deleteExecution, async ({ caller, params }) => {
    await deleteExecution(ctx, caller, keyOf(params));
  });

  serveOperation(app, operations.fetchExecutionContext, async ({ base, caller, params }) => {
    const key = { flow: params.FlowSid, sid: params.ExecutionSid };
    const execution = await fetchExecution(ctx, caller, key);
    return {
      account_sid: execution.account,
      context: contextOf(ctx, execution),
      flow_sid: execution.flow,
      execution_sid: execution.sid,
      url: base + paths.executionContext(execution.flow, execution.sid),
    };
  });
}

/** Version 1 of the API, whose create never refuses a contact that is active. */
export function executionV1Routes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.createExecutionV1, async ({ base, caller, params, form }) =>
    presentExecution(ctx, base, await createOrJoinExecution(ctx, caller, readNewExecution(params, form))),
  );

  serveOperation(app, operations.fetchExecutionV1, async ({ base, caller, params }) => {
    const key = { flow: params.FlowSid, sid: params.Sid };
    return presentExecution(ctx, base, await fetchExecution(ctx, caller, key));
  });
}

/** What the page shows of an execution, and does with a past one. */
export function executionPageRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  // The steps come a part at a time.
  serveOperation(app, operations.fetchExecutionView, async ({ base, caller, params, query }) => {
    const after = Number(query.After ?? 0);
    return presentExecutionView(ctx, base, await fetchExecutionDetails(ctx, caller, keyOf(params), after));
  });

  // For clients that do not know the flow, as after a conflict.
  serveOperation(app, operations.fetchExecutionAlone, async ({ base, caller, params: { Sid } }) =>
    presentExecution(ctx, base, await fetchExecutionBySid(ctx, caller, Sid)),
  );

  serveOperation(app, runExecutionAgain, async ({ base, caller, params: { Sid } }) =>
    presentExecution(ctx, base, await runAgain(ctx, caller, Sid)),
  );

  serveOperation(app, createTestRun, async ({ base, caller, params, form }) =>
    presentExecution(
      ctx,
      base,
      await startTestRun(ctx, caller, { ...readNewExecution(params, form), body: form.Body }),
    ),
  );

  serveOperation(
    app,
    listRecordedRunsOperation,
    async ({ caller, params: { Sid }, query: { Before = null } }) => {
      const { runs, ...page } = await listRecordedRuns(ctx, caller, Sid, Before);
      return {
        runs: runs.map(({ sid, revision, created_at, steps }) => ({
          execution_sid: sid,
          revision,
          date_created: dateTime(created_at),
          steps: steps.map(({ created_at: left, ...step }) => ({ ...step, date_created: dateTime(left) })),
        })),
        ...page,
      };
    },
  );
}

/** /v1/Executions/{Sid}/Reveals. */
export function executionRevealRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, revealExecutionOperation, async ({ caller, params: { Sid } }) =>
    presentReveal(Sid, await revealExecution(ctx, caller, Sid)),
  );

  serveOperation(app, listExecutionReveals, async ({ caller, params: { Sid } }) => {
    await fetchExecutionBySid(ctx, caller, Sid);
    const until = await shownUntil(ctx, caller, Sid);
    return { reveals: until === null ? [] : [presentReveal(Sid, until)] };
  });
}

const presentReveal = (sid: string, until: number) => ({ execution_sid: sid, date_expires: dateTime(until) });

/** /v1/Flows/{Sid}/Traffic and /v1/FlowStarts: where executions are and go. */
export function trafficRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, fetchTrafficOperation, async ({ caller, params: { Sid }, query: { Hours = 24 } }) => {
    const { since, waiting, passed } = await fetchTraffic(ctx, caller, Sid, Hours);
    return { flow_sid: Sid, since: dateTime(since), waiting, passed };
  });

  serveOperation(app, listFlowStarts, async ({ caller }) => ({
    flow_starts: [...(await fetchStarts(ctx, caller))].map(([flow_sid, hours]) => ({ flow_sid, hours })),
  }));
}

const keyOf = ({ FlowSid, Sid }: { FlowSid: string; Sid: string }): ExecutionKey => ({
  flow: FlowSid,
  sid: Sid,
});

/** The input of create, in either version. @throws Refusal naming the field that is no address, or Parameters when they are no object */
function readNewExecution(
  { FlowSid }: { FlowSid: string },
  form: Omit<OperationRequest<typeof operations.createExecution>['form'], 'ExternalId'>,
): NewExecution {
  const { To, From, Parameters = {} } = form;
  return {
    flow: FlowSid,
    to: requireAddress(To, 'To', 'contact'),
    from: requireAddress(From, 'From', 'sender'),
    parameters: Parameters,
  };
}
