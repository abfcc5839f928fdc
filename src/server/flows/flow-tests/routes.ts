/** Routes of the tests that are kept with a flow: /v1/Flows/{Sid}/Tests. */

import type { FastifyInstance } from 'fastify';
import type { FlowTestResource } from '#api/flows/flow-tests.ts';
import * as operations from '#api/flows/flow-tests.ts';
import { paths } from '#api/paths.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySid } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { deleteFlowTest, type FollowedTest, fetchFlowTest, keepFlowTest, listFlowTests } from './service.ts';

export function flowTestRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listFlowTests, ({ page, base, caller, params: { Sid } }) =>
    page('tests', bySid('FE'), {
      list: (wanted) => listFlowTests(ctx, caller, Sid, wanted),
      present: (row) => present(base, row),
    }),
  );

  serveOperation(app, operations.keepFlowTest, async ({ base, caller, params: { Sid }, form }) =>
    present(base, await keepFlowTest(ctx, caller, Sid, { name: form.Name, content: form.Test })),
  );

  serveOperation(app, operations.fetchFlowTest, async ({ base, caller, params: { Sid, TestSid } }) =>
    present(base, await fetchFlowTest(ctx, caller, { flow: Sid, sid: TestSid })),
  );

  serveOperation(app, operations.deleteFlowTest, async ({ caller, params: { Sid, TestSid } }) => {
    await deleteFlowTest(ctx, caller, { flow: Sid, sid: TestSid });
  });
}

function present(base: string, row: FollowedTest): FlowTestResource {
  return {
    sid: row.sid,
    flow_sid: row.flow,
    account_sid: row.account,
    name: row.name,
    test: row.content,
    widgets: row.widgets,
    author: row.author,
    author_name: row.author_name || null,
    date_created: dateTime(row.created_at),
    date_updated: dateTime(row.updated_at),
    url: base + paths.flowTest(row.flow, row.sid),
  };
}
