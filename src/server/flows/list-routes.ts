/** Routes of the page with all flows: /v1/FlowSummaries, /v1/Flows/{Sid}/Tags by which its list is filtered, and /v1/FlowSearch. */

import type { FastifyInstance } from 'fastify';
import { listFlowSummaries } from '#api/flows/operations.ts';
import type { FlowSummary } from '#api/flows/schemas.ts';
import {
  type FoundFlow,
  maxFoundPlaces,
  maxFoundWidgets,
  searchFlows as searchFlowsOperation,
} from '#api/flows/search.ts';
import { type FlowTags, fetchFlowTags, updateFlowTags } from '#api/flows/tags.ts';
import { schemaUriAt } from '#api/flows/validation-context.ts';
import { paths } from '#api/paths.ts';
import { excerptOf } from '#flow/search/excerpt.ts';
import { parseSearchQuery } from '#flow/search/search-query.ts';
import { givingWay } from '../platform/event-loop-turn.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import { bySidOf } from '../platform/http/paging.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import { type FoundInFlow, searchFlows } from './search/service.ts';
import { listFlowOverviews, presentFlowSummary } from './summaries/service.ts';
import { fetchTags, updateTags } from './tags/service.ts';

export function flowSummaryRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, listFlowSummaries, async ({ base, caller, query }) => {
    const summaries: FlowSummary[] = [];
    const overviews = await listFlowOverviews(ctx, caller, schemaUriAt(base), query.Tag ?? null);
    for await (const overview of givingWay(overviews)) summaries.push(presentFlowSummary(overview));
    return { flow_summaries: summaries };
  });
}

export function flowTagRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, fetchFlowTags, async ({ base, caller, params: { Sid } }) =>
    presentTags(base, Sid, await fetchTags(ctx, caller, Sid)),
  );

  serveOperation(app, updateFlowTags, async ({ base, caller, params: { Sid }, form }) =>
    presentTags(base, Sid, await updateTags(ctx, caller, Sid, form.Tags)),
  );
}

function presentTags(base: string, sid: string, tags: string[]): FlowTags {
  return { sid, tags, url: base + paths.flowTags(sid) };
}

export function flowSearchRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, searchFlowsOperation, ({ page, caller, query }) =>
    page(
      'found_flows',
      bySidOf('FW', ({ flow }: FoundInFlow) => flow.sid),
      {
        list: (wanted) => searchFlows(ctx, caller, parseSearchQuery(query.Query), wanted),
        present: presentFound,
      },
    ),
  );
}

function presentFound({ flow, definition, results }: FoundInFlow): FoundFlow {
  return {
    flow_sid: flow.sid,
    friendly_name: flow.friendly_name,
    revision: flow.revision,
    widget_count: results.length,
    widgets: results.slice(0, maxFoundWidgets).map(({ widget, index, matches }) => ({
      name: widget,
      type: definition.states[index]?.type ?? null,
      place_count: matches.length,
      places: matches.slice(0, maxFoundPlaces).map((match) => ({
        property_path: match.place,
        ...excerptOf(match),
      })),
    })),
  };
}
