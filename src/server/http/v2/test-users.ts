/** /v2/Flows/{Sid}/TestUsers: who runs the newest draft. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TestUsersResource } from '#api/flows.ts';
import * as operations from '#api/operations/flows.ts';
import { paths } from '#api/paths.ts';
import type { Host } from '../../service/host.ts';
import { fetchTestUsers, updateTestUsers } from '../../service/test-users.ts';
import { baseUrl } from '../base-url.ts';
import { serve } from '../serve.ts';

export function testUserRoutes(app: FastifyInstance, host: Host): void {
  serve(app, operations.fetchTestUsers, async ({ request, caller, params: { Sid } }) =>
    present(host, request, Sid, await fetchTestUsers(host, caller, Sid)),
  );

  serve(app, operations.updateTestUsers, async ({ request, caller, params: { Sid }, form }) =>
    present(host, request, Sid, await updateTestUsers(host, caller, Sid, form.TestUsers)),
  );
}

function present(host: Host, request: FastifyRequest, sid: string, testUsers: string[]): TestUsersResource {
  return { sid, test_users: testUsers, url: baseUrl(host, request) + paths.testUsers(sid) };
}
