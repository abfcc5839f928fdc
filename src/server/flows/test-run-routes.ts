/** /v1/TestRuns: the last executions of drafts by a flow's test users. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/system/operations.ts';
import { dateTime } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { listTestRuns } from './test-users/service.ts';

export function testRunRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listTestRuns, async ({ caller, params: { FlowSid } }) => {
    const runs = await listTestRuns(ctx, caller, FlowSid);
    const present = ({ created_at, ...run }: (typeof runs)[number]) => ({
      ...run,
      date_created: dateTime(created_at),
    });
    return { flow_sid: FlowSid, test_runs: runs.map(present) };
  });
}
