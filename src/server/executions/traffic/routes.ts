/** Routes of /v1/Flows/{Sid}/Traffic and /v1/FlowStarts: where executions are and go. */

import type { FastifyInstance } from 'fastify';
import * as operations from '#api/executions/traffic.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { fetchStarts, fetchTraffic } from './service.ts';

export function trafficRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.fetchTraffic, async ({ caller, params: { Sid }, query: { Hours = 24 } }) => {
    const { since, waiting, passed } = await fetchTraffic(ctx, caller, Sid, Hours);
    return { flow_sid: Sid, since: dateTime(since), waiting, passed };
  });

  serveOperation(app, operations.listFlowStarts, async ({ caller }) => ({
    flow_starts: [...(await fetchStarts(ctx, caller))].map(([flow_sid, hours]) => ({ flow_sid, hours })),
  }));
}
