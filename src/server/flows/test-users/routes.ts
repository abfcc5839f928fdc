/** Routes of test users: /v2/Flows/{Sid}/TestUsers. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/flows/operations.ts';
import type { TestUsersResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { listTestRuns as listTestRunsOperation } from '#api/system/operations.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchTestUsers, listTestRuns, updateTestUsers } from './service.ts';

export function testUserRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchTestUsers, async ({ base, caller, params: { Sid } }) =>
    present(base, Sid, await fetchTestUsers(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateTestUsers, async ({ base, caller, params: { Sid }, form }) =>
    present(base, Sid, await updateTestUsers(ctx, caller, Sid, form.TestUsers)),
  );
}

function present(base: string, sid: string, testUsers: string[]): TestUsersResource {
  return { sid, test_users: testUsers, url: base + paths.testUsers(sid) };
}

/** /v1/TestRuns: the last executions of drafts by a flow's test users. */
export function testRunRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, listTestRunsOperation, async ({ caller, params: { FlowSid } }) => {
    const runs = await listTestRuns(ctx, caller, FlowSid);
    const present = ({ created_at, ...run }: (typeof runs)[number]) => ({
      ...run,
      date_created: dateTime(created_at),
    });
    return { flow_sid: FlowSid, test_runs: runs.map(present) };
  });
}
