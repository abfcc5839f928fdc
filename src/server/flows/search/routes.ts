/** The route of the search over all flows: /v1/FlowSearch. */

import type { FastifyInstance } from 'fastify';
import {
  type FoundFlow,
  maxFoundPlaces,
  maxFoundWidgets,
  searchFlows as operation,
} from '#api/flows/search.ts';
import { excerptOf } from '#flow/search/excerpt.ts';
import { parseSearchQuery } from '#flow/search/search-query.ts';
import { serveOperation } from '../../platform/http/operation-route.ts';
import { bySidOf } from '../../platform/http/paging.ts';
import type { ServiceContext } from '../../platform/service-context.ts';
import { type FoundInFlow, searchFlows } from './service.ts';

export function flowSearchRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operation, ({ page, caller, query }) =>
    page(
      'found_flows',
      bySidOf('FW', ({ flow }: FoundInFlow) => flow.sid),
      {
        list: (wanted) => searchFlows(ctx, caller, parseSearchQuery(query.Query), wanted),
        present,
      },
    ),
  );
}

function present({ flow, definition, results }: FoundInFlow): FoundFlow {
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
