/** /v1/Flows/{Sid}/ExecutionEndings: ending the executions that a published revision leaves behind. */

import type { FastifyInstance } from 'fastify';
import {
  createExecutionEnding,
  type ExecutionEndingResource,
  listExecutionEndings,
} from '#api/flows/publishing.ts';
import { isSid } from '#api/sid.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { presentPage, readPage } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type ExecutionEndingRow, listEndings, startEnding } from './service.ts';

export function executionEndingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, createExecutionEnding, async ({ caller, params, form }) =>
    present(await startEnding(ctx, caller, params.Sid, form.Executions)),
  );

  serveOperation(app, listExecutionEndings, async ({ request, caller, params }) => {
    const pageRequest = readPage(request, (position) => isSid('EE', position));
    return presentPage(ctx, request, {
      key: 'execution_endings',
      pageRequest,
      slice: await listEndings(ctx, caller, params.Sid, pageRequest),
      positionOf: (row) => row.sid,
      present,
    });
  });
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
