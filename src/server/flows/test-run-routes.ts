/** Routes of test runs: who runs drafts (/v2/Flows/{Sid}/TestUsers), those runs, and the HTTP requests of a test run on the page. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/flows/operations.ts';
import type { TestUsersResource } from '#api/flows/schemas.ts';
import { createTestRequest } from '#api/flows/test-requests.ts';
import { paths } from '#api/paths.ts';
import { listTestRuns as listTestRunsOperation } from '#api/system/operations.ts';
import { dateTime } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { sendTestRequest } from './test-requests/service.ts';
import { fetchTestUsers, listTestRuns, updateTestUsers } from './test-users/service.ts';

export function testUserRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchTestUsers, async ({ base, caller, params: { Sid } }) =>
    presentTestUsers(base, Sid, await fetchTestUsers(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateTestUsers, async ({ base, caller, params: { Sid }, form }) =>
    presentTestUsers(base, Sid, await updateTestUsers(ctx, caller, Sid, form.TestUsers)),
  );
}

function presentTestUsers(base: string, sid: string, testUsers: string[]): TestUsersResource {
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

/** /v1/Flows/{Sid}/TestRequests. */
export function testRequestRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, createTestRequest, async ({ caller, params: { Sid }, form }) => {
    const outcome = await sendTestRequest(ctx, caller, Sid, {
      method: form.Method,
      url: form.Url,
      contentType: form.ContentType ?? null,
      body: form.Body ?? null,
    });
    const { status, contentType, body } = outcome.ok ? outcome.response : noResponse;
    return {
      flow_sid: Sid,
      status,
      content_type: contentType,
      body,
      problem: outcome.ok ? null : outcome.reason,
    };
  });
}

const noResponse = { status: null, contentType: '', body: '' };
