/** The route of the page's list of flows: /v1/FlowSummaries. */

import type { FastifyInstance } from 'fastify';
import { listFlowSummaries } from '#api/flows/operations.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { listFlowOverviews, presentFlowSummary } from './service.ts';

export function flowSummaryRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, listFlowSummaries, async ({ caller, query }) => {
    const overviews = await listFlowOverviews(ctx, caller, query.Tag ?? null);
    return { flow_summaries: overviews.map(presentFlowSummary) };
  });
}
