/** Routes: /v3/user/webhooks/security/policies. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/policies.ts';
import type { Policy } from '#api/email/policies.ts';
import { shownUrl } from '../../platform/outbound/url-credentials.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import {
  createPolicy,
  deletePolicy,
  fetchPolicy,
  listPolicies,
  updatePolicy,
  type WebhookPolicyRow,
} from './service.ts';

export function policyRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.createPolicy, async ({ caller, body }) => ({
    policy: presentPolicy(await createPolicy(ctx, caller, body)),
  }));
  emailRoute(app, operations.listPolicies, async ({ caller }) => ({
    policies: (await listPolicies(ctx, caller)).map(presentPolicy),
  }));
  emailRoute(app, operations.fetchPolicy, async ({ caller, params }) => ({
    policy: presentPolicy(await fetchPolicy(ctx, caller, params.id)),
  }));
  emailRoute(app, operations.updatePolicy, async ({ caller, params, body }) => ({
    policy: presentPolicy(await updatePolicy(ctx, caller, params.id, body)),
  }));
  emailRoute(app, operations.deletePolicy, async ({ caller, params }) => {
    await deletePolicy(ctx, caller, params.id);
  });
}

/** The policy as the API shows it, without its secrets. */
function presentPolicy(row: WebhookPolicyRow): Policy {
  const { id, name, oauth_client_id, public_key } = row;
  const oauth_token_url = row.oauth_token_url && shownUrl(row.oauth_token_url);
  return {
    id,
    name,
    ...(oauth_client_id !== null &&
      oauth_token_url !== null && {
        oauth: {
          client_id: oauth_client_id,
          token_url: oauth_token_url,
          scopes: JSON.parse(row.oauth_scopes) as string[],
        },
      }),
    ...(public_key !== null && { signature: { public_key } }),
  };
}
