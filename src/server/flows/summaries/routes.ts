/** The route of the page's list of flows: /v1/FlowSummaries. */

import type { FastifyInstance } from 'fastify';
import { listFlowSummaries } from '#api/flows/operations.ts';
import type { FlowSummary } from '#api/flows/schemas.ts';
import { flowState } from '#flow/flow-state.ts';
import { dateTime } from '../../platform/http/date-time.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { tagsOf } from '../tags/service.ts';
import { type FlowOverview, listFlowOverviews } from './service.ts';

export function flowSummaryRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, listFlowSummaries, async ({ caller, query }) => {
    const overviews = await listFlowOverviews(ctx, caller, query.Tag ?? null);
    return { flow_summaries: overviews.map(present) };
  });
}

function present({ flow, changes, lastEdit, digest, activeExecutions }: FlowOverview): FlowSummary {
  return {
    sid: flow.sid,
    friendly_name: flow.friendly_name,
    tags: tagsOf(flow),
    status: flow.status,
    revision: flow.revision,
    ...changes,
    state: flowState(changes),
    last_edit:
      flow.edited_at === null ? null : { author_name: flow.edited_by ?? '', client: flow.edited_with ?? '' },
    valid: true,
    errors: 0,
    ...digest,
    active_executions: activeExecutions,
    date_updated: dateTime(lastEdit),
  };
}
