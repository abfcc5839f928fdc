/** /v3/user/webhooks/security/policies. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/policies.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { serveEmail } from '../http/operation-route.ts';
import {
  createPolicy,
  deletePolicy,
  fetchPolicy,
  listPolicies,
  presentPolicy,
  updatePolicy,
} from './service.ts';

export function policyRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveEmail(app, operations.createPolicy, async ({ caller, body }) => ({
    policy: presentPolicy(await createPolicy(ctx, caller, body)),
  }));
  serveEmail(app, operations.listPolicies, async ({ caller }) => ({
    policies: (await listPolicies(ctx, caller)).map(presentPolicy),
  }));
  serveEmail(app, operations.fetchPolicy, async ({ caller, params }) => ({
    policy: presentPolicy(await fetchPolicy(ctx, caller, params.id)),
  }));
  serveEmail(app, operations.updatePolicy, async ({ caller, params, body }) => ({
    policy: presentPolicy(await updatePolicy(ctx, caller, params.id, body)),
  }));
  serveEmail(app, operations.deletePolicy, async ({ caller, params }) => {
    await deletePolicy(ctx, caller, params.id);
  });
}
