/** /v1/ExecutionViews/{FlowSid}/{Sid}: what the page shows of one execution, in one answer. */

import type { FastifyInstance } from 'fastify';
import type { ExecutionView } from '#api/executions.ts';
import { paths } from '#api/paths.ts';
import { viewExecution } from '../../service/execution-views.ts';
import type { Host } from '../../service/host.ts';
import { callerOf } from '../auth.ts';
import { dateTime } from '../date-time.ts';
import { executionKey, presentExecution } from '../v2/executions.ts';

type One = { Params: { flow: string; sid: string } };

export function executionViewRoutes(app: FastifyInstance, host: Host): void {
  app.get<One>(paths.executionView(':flow', ':sid'), async (request): Promise<ExecutionView> => {
    const { row, at, steps } = await viewExecution(host, callerOf(request), executionKey(request.params));
    return {
      execution: presentExecution(host, request, row),
      at,
      waiting_for: row.waiting,
      steps: steps.map(({ created_at, execution: _, ...step }) => ({
        ...step,
        date_created: dateTime(created_at),
      })),
    };
  });
}
