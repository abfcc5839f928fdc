/** Routes of the secret in a flow's webhook URL: /v1/WebhookSecrets/{FlowSid}. */

import type { FastifyInstance } from 'fastify';
import { secretParameter } from '#api/messaging/callbacks.ts';
import type { WebhookSecretResource } from '#api/messaging/webhook-secret-operations.ts';
import * as operations from '#api/messaging/webhook-secret-operations.ts';
import { paths } from '#api/paths.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchWebhookSecret, rotateWebhookSecret, type WebhookSecret } from './service.ts';

export function webhookSecretRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchWebhookSecret, async ({ base, caller, params }) =>
    present(base, caller.account, params.FlowSid, await fetchWebhookSecret(ctx, caller, params.FlowSid)),
  );

  serveOperation(app, operations.rotateWebhookSecret, async ({ base, caller, params }) =>
    present(base, caller.account, params.FlowSid, await rotateWebhookSecret(ctx, caller, params.FlowSid)),
  );
}

function present(
  base: string,
  account: string,
  flow: string,
  { secret, created_at }: WebhookSecret,
): WebhookSecretResource {
  return {
    account_sid: account,
    flow_sid: flow,
    webhook_url: `${base}${paths.webhook(account, flow)}?${new URLSearchParams({ [secretParameter]: secret })}`,
    date_created: dateTime(created_at),
    url: base + paths.webhookSecret(flow),
  };
}
