/** Routes: /v3/user/webhooks/parse/stats, inbound parse statistics. */

import type { FastifyInstance } from 'fastify';
import { fetchParseStats as operation } from '#api/email/operations/parse.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { emailRoute } from '../http/operation-route.ts';
import { fetchParseStats } from './service.ts';

export function statisticsRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  emailRoute(app, operation, async ({ caller, query }) => {
    const counts = await fetchParseStats(ctx, caller, query);
    return counts.map(({ date, received }) => ({ date, stats: [{ metrics: { received } }] }));
  });
}
