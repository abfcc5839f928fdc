/** /v1/Flows/{Sid}/RecordedRuns: what past executions recorded, for a replay on another definition. */

import type { FastifyInstance } from 'fastify';
import { listRecordedRuns as operation } from '#api/executions/recorded-runs.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { listRecordedRuns } from './service.ts';

export function recordedRunRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operation, async ({ caller, params: { Sid }, query: { Before = null } }) => {
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
  });
}
