/** /v1/Carriers and /v1/Carrier: carriers, addresses, and the messages and calls that went through them. */

import type { FastifyInstance } from 'fastify';
import type { Host } from '../../service/host.ts';
import { addressRoutes } from './addresses.ts';
import { callRoutes } from './calls.ts';
import { carriersRoutes } from './carriers.ts';
import { messageRoutes } from './messages.ts';

export function carrierRoutes(app: FastifyInstance, host: Host): void {
  carriersRoutes(app, host);
  addressRoutes(app, host);
  messageRoutes(app, host);
  callRoutes(app, host);
}
