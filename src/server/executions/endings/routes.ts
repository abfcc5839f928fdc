/** /v1/Flows/{Sid}/ExecutionEndings: ending the executions that a published revision leaves behind. */

import type { FastifyInstance } from 'fastify';
import {
  createExecutionEnding,
  type ExecutionEndingResource,
  listExecutionEndings,
} from '#api/flows/publishing.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySid } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type ExecutionEndingRow, listEndings, startEnding } from './service.ts';

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

function present(row: ExecutionEndingRow): ExecutionEndingResource {
  return {
    sid: row.sid,
    flow_sid: row.flow,
    revision: row.revision,
    executions: row.executions,
    status: row.completed_at === null ? 'running' : 'completed',
    total: row.total,
    ended: row.ended,
    failed: row.failed,
    date_created: dateTime(row.created_at),
    date_completed: dateTimeOrNull(row.completed_at),
  };
}
