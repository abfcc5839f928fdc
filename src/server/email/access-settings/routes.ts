/** Routes: /v3/access_settings. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/email/operations/access-settings.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import { listAccessAttempts } from './service.ts';

const defaultLimit = 20;

export function accessSettingRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operations.listAccessAttempts, async ({ caller, query: { limit = defaultLimit } }) => {
    const attempts = await listAccessAttempts(ctx, caller, limit);
    return {
      result: attempts.map(({ allowed, method, address, firstAt, lastAt }) => ({
        ...{ allowed, auth_method: method, ip: address, location: '' },
        ...{ first_at: Math.floor(firstAt / 1000), last_at: Math.floor(lastAt / 1000) },
      })),
    };
  });

  emailRoute(app, operations.listAllowedAddresses, () => ({ result: [] }));
}
