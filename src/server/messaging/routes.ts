/** Routes below /v1/Carriers, /v1/Carrier and /v1/WebhookSecrets: carriers, addresses, messages, calls and their sound, secrets. */

import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../platform/service-context.ts';
import { addressRoutes } from './addresses/routes.ts';
import { callRoutes } from './calls/routes.ts';
import { carriersRoutes } from './carriers/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { speechRoutes } from './speech/routes.ts';
import { webhookSecretRoutes } from './webhook-secrets/routes.ts';

export function messagingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  carriersRoutes(app, ctx);
  addressRoutes(app, ctx);
  messageRoutes(app, ctx);
  callRoutes(app, ctx);
  speechRoutes(app, ctx);
  webhookSecretRoutes(app, ctx);
}
