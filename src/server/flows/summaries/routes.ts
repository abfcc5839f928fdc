/** The route of the page's list of flows: /v1/FlowSummaries. */

import type { FastifyInstance } from 'fastify';
import type { FlowSummary } from '#api/flows/resources.ts';
import { paths } from '#api/paths.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type FlowOverview, listFlowOverviews } from './service.ts';

export function flowSummaryRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.flowSummaries, async (request) => {
    const overviews = await listFlowOverviews(ctx, callerOf(request));
    return { flow_summaries: overviews.map(present) };
  });
}

function present({ flow, digest, activeExecutions }: FlowOverview): FlowSummary {
  return {
    sid: flow.sid,
    friendly_name: flow.friendly_name,
    status: flow.status,
    revision: flow.revision,
    published_revision: flow.published_revision,
    valid: true,
    errors: 0,
    ...digest,
    active_executions: activeExecutions,
    date_updated: dateTime(flow.updated_at ?? flow.created_at),
  };
}
