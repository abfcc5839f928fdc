/** Routes: /v3/validations/email. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/address-validation.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import { validateAddress } from './service.ts';

export function addressValidationRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.validateAddress, async ({ request, caller, body: { email, source } }) => ({
    result: {
      ...(await validateAddress(ctx, caller, email)),
      ...(source !== undefined && { source }),
      ip_address: request.ip,
    },
  }));
}
