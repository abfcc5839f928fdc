/** Routes of what a publish does to executions: whom it would affect, and ending those of an earlier revision. */

import type { FastifyInstance } from 'fastify';
import { fetchPublishImpact as fetchPublishImpactOperation } from '#api/flows/operations.ts';
import {
  createExecutionEnding,
  type ExecutionEndingResource,
  listExecutionEndings,
} from '#api/flows/publishing.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySid } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { type ExecutionEnding, listEndings, startEnding } from './endings/service.ts';
import { fetchPublishImpact } from './publish-impact/service.ts';

/** /v1/Flows/{Sid}/PublishImpact. */
export function publishImpactRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, fetchPublishImpactOperation, ({ caller, params: { Sid }, query: { Revision } }) =>
    fetchPublishImpact(ctx, caller, Sid, Revision),
  );
}

/** /v1/Flows/{Sid}/ExecutionEndings. */
export function executionEndingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, createExecutionEnding, async ({ caller, params, form }) =>
    present(await startEnding(ctx, caller, params.Sid, form.Executions)),
  );

  serveOperation(app, listExecutionEndings, ({ page, caller, params }) =>
    page('execution_endings', bySid('EE'), {
      list: (wanted) => listEndings(ctx, caller, params.Sid, wanted),
      present,
    }),
  );
}

function present(row: ExecutionEnding): ExecutionEndingResource {
  return {
    sid: row.sid,
    flow_sid: row.flow,
    revision: row.revision,
    executions: row.executions,
    status: row.status,
    problem: row.problem,
    total: row.total,
    ended: row.ended,
    failed: row.failed,
    date_created: dateTime(row.created_at),
    date_completed: dateTimeOrNull(row.completed_at),
  };
}
