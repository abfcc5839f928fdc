/** Routes of the tests that are kept with a flow: /v1/Flows/{Sid}/Tests. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FlowTestResource } from '#api/flows/flow-tests.ts';
import * as operations from '#api/flows/flow-tests.ts';
import { paths } from '#api/paths.ts';
import { isSid } from '#api/sid.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { presentPage, readPage } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { deleteFlowTest, type FollowedTest, fetchFlowTest, keepFlowTest, listFlowTests } from './service.ts';

export function flowTestRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listFlowTests, async ({ request, caller, params: { Sid } }) => {
    const pageRequest = readPage(request, (position) => isSid('FE', position));
    return presentPage(ctx, request, {
      key: 'tests',
      pageRequest,
      slice: await listFlowTests(ctx, caller, Sid, pageRequest),
      positionOf: (row) => row.sid,
      present: (row) => present(ctx, request, row),
    });
  });

  serveOperation(app, operations.keepFlowTest, async ({ request, caller, params: { Sid }, form }) =>
    present(ctx, request, await keepFlowTest(ctx, caller, Sid, { name: form.Name, content: form.Test })),
  );

  serveOperation(app, operations.fetchFlowTest, async ({ request, caller, params: { Sid, TestSid } }) =>
    present(ctx, request, await fetchFlowTest(ctx, caller, { flow: Sid, sid: TestSid })),
  );

  serveOperation(app, operations.deleteFlowTest, async ({ caller, params: { Sid, TestSid } }) => {
    await deleteFlowTest(ctx, caller, { flow: Sid, sid: TestSid });
  });
}

function present(ctx: ServiceContext, request: FastifyRequest, row: FollowedTest): FlowTestResource {
  return {
    sid: row.sid,
    flow_sid: row.flow,
    account_sid: row.account,
    name: row.name,
    test: row.content,
    widgets: row.widgets,
    date_created: dateTime(row.created_at),
    date_updated: dateTime(row.updated_at),
    url: baseUrl(ctx, request) + paths.flowTest(row.flow, row.sid),
  };
}
