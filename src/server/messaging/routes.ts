/** Routes below /v1/Carriers and /v1/Carrier: carriers, addresses, messages and calls. */

import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../platform/service-context.ts';
import { addressRoutes } from './addresses/routes.ts';
import { callRoutes } from './calls/routes.ts';
import { carriersRoutes } from './carriers/routes.ts';
import { messageRoutes } from './messages/routes.ts';

export function messagingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  carriersRoutes(app, ctx);
  addressRoutes(app, ctx);
  messageRoutes(app, ctx);
  callRoutes(app, ctx);
}
