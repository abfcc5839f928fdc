/** /v3/user/webhooks/security/policies. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/policies.ts';
import {
  createPolicy,
  deletePolicy,
  fetchPolicy,
  listPolicies,
  presentPolicy,
  updatePolicy,
} from '../../service/email/policies.ts';
import type { Host } from '../../service/host.ts';
import { serveEmail } from './serve.ts';

export function policyRoutes(app: FastifyInstance, host: Host): void {
  serveEmail(app, operations.createPolicy, async ({ caller, body }) => ({
    policy: presentPolicy(await createPolicy(host, caller, body)),
  }));
  serveEmail(app, operations.listPolicies, async ({ caller }) => ({
    policies: (await listPolicies(host, caller)).map(presentPolicy),
  }));
  serveEmail(app, operations.fetchPolicy, async ({ caller, params }) => ({
    policy: presentPolicy(await fetchPolicy(host, caller, params.id)),
  }));
  serveEmail(app, operations.updatePolicy, async ({ caller, params, body }) => ({
    policy: presentPolicy(await updatePolicy(host, caller, params.id, body)),
  }));
  serveEmail(app, operations.deletePolicy, async ({ caller, params }) => {
    await deletePolicy(host, caller, params.id);
  });
}
