/** /v2/Flows/{Sid}/TestUsers: who runs the newest draft. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TestUsersResource } from '#api/flows.ts';
import { paths } from '#api/paths.ts';
import type { Host } from '../../service/host.ts';
import { fetchTestUsers, updateTestUsers } from '../../service/test-users.ts';
import { callerOf } from '../auth.ts';
import { baseUrl } from '../base-url.ts';
import { formOf } from '../form.ts';
import { sidParam } from '../sid-param.ts';

type One = { Params: { sid: string } };

export function testUserRoutes(app: FastifyInstance, host: Host): void {
  app.get<One>(paths.testUsers(':sid'), async (request) => {
    const sid = sidParam('FW', request.params.sid);
    return present(host, request, sid, await fetchTestUsers(host, callerOf(request), sid));
  });

  app.post<One>(paths.testUsers(':sid'), async (request) => {
    const sid = sidParam('FW', request.params.sid);
    const identities = formOf(request.body).requiredTexts('TestUsers');
    return present(host, request, sid, await updateTestUsers(host, callerOf(request), sid, identities));
  });
}

function present(host: Host, request: FastifyRequest, sid: string, testUsers: string[]): TestUsersResource {
  return { sid, test_users: testUsers, url: baseUrl(host, request) + paths.testUsers(sid) };
}
