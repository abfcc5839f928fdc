/** Routes of /v1/ExecutionBatches, and of the count that comes before. */

import type { FastifyInstance } from 'fastify';
import type { ExecutionBatch as Resource } from '#api/executions/batches.ts';
import * as operations from '#api/executions/batches.ts';
import { dateTime, dateTimeOrNull } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { byAge } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { readAccountFilter } from '../account-list/filter.ts';
import { countAccountExecutions } from '../account-list/service.ts';
import { cancelBatch, type ExecutionBatch, listBatches, startBatch } from './service.ts';

export function executionBatchRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.countAccountExecutions, async ({ caller, query }) =>
    countAccountExecutions(ctx, caller.account, await readAccountFilter(ctx, caller, query)),
  );

  serveOperation(app, operations.createExecutionBatch, async ({ caller, form: { Action, ...filters } }) =>
    present(await startBatch(ctx, caller, Action, await readAccountFilter(ctx, caller, filters))),
  );

  serveOperation(app, operations.listExecutionBatches, ({ page, caller }) =>
    page('execution_batches', byAge, {
      list: (wanted) => listBatches(ctx, caller, wanted),
      present,
    }),
  );

  serveOperation(app, operations.updateExecutionBatch, async ({ caller, params: { Sid } }) =>
    present(await cancelBatch(ctx, caller, Sid)),
  );
}

function present(row: ExecutionBatch): Resource {
  return {
    sid: row.sid,
    action: row.action,
    status: row.status,
    problem: row.problem,
    total: row.total,
    done: row.done,
    failed: row.failed,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
  };
}
