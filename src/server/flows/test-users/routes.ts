/** Routes of test users: /v2/Flows/{Sid}/TestUsers. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as operations from '#api/flows/operations.ts';
import type { TestUsersResource } from '#api/flows/schemas.ts';
import { paths } from '#api/paths.ts';
import { baseUrl } from '../../platform/http/base-url.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchTestUsers, updateTestUsers } from './service.ts';

export function testUserRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchTestUsers, async ({ request, caller, params: { Sid } }) =>
    present(ctx, request, Sid, await fetchTestUsers(ctx, caller, Sid)),
  );

  serveOperation(app, operations.updateTestUsers, async ({ request, caller, params: { Sid }, form }) =>
    present(ctx, request, Sid, await updateTestUsers(ctx, caller, Sid, form.TestUsers)),
  );
}

function present(
  ctx: ServiceContext,
  request: FastifyRequest,
  sid: string,
  testUsers: string[],
): TestUsersResource {
  return { sid, test_users: testUsers, url: baseUrl(ctx, request) + paths.testUsers(sid) };
}
