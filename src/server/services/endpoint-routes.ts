/** /v1/Services/Endpoints: the URLs of an account's own services, and test requests to them. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/services/operations.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { serveOperation } from '../platform/http/operation-route.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  configureEndpoint,
  fetchServiceEndpoint,
  listServiceEndpoints,
  removeServiceEndpoint,
  type ServiceEndpoint,
  startTrial,
} from './endpoint-service.ts';

export function endpointRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  serveOperation(app, operations.listServiceEndpoints, async ({ request, caller }) => {
    const endpoints = await listServiceEndpoints(ctx, caller);
    return { endpoints: endpoints.map((each) => presentEndpoint(ctx, request, each)) };
  });

  serveOperation(app, operations.fetchServiceEndpoint, async ({ request, caller, params: { Kind } }) =>
    presentEndpoint(ctx, request, await fetchServiceEndpoint(ctx, caller, Kind)),
  );

  serveOperation(
    app,
    operations.updateServiceEndpoint,
    async ({ request, caller, params: { Kind }, form }) => {
      const input = { kind: Kind, url: form.Endpoint, secret: form.Secret };
      return presentEndpoint(ctx, request, await configureEndpoint(ctx, caller, input));
    },
  );

  serveOperation(app, operations.deleteServiceEndpoint, ({ caller, params: { Kind } }) =>
    removeServiceEndpoint(ctx, caller, Kind),
  );

  serveOperation(app, operations.createServiceTrial, async ({ request, caller, params: { Kind } }) =>
    presentEndpoint(ctx, request, await startTrial(ctx, caller, Kind)),
  );
}

function presentEndpoint(
  ctx: ServiceContext,
  request: FastifyRequest,
  { kind, row }: ServiceEndpoint,
): operations.ServiceEndpointResource {
  return {
    kind,
    account_sid: callerOf(request).account,
    endpoint: row?.url ?? null,
    has_secret: row !== null && row.secret !== null,
    last_trial: row?.trial_at ? presentTrial(row.trial, row.trial_at) : null,
    date_updated: dateTimeOrNull(row?.updated_at ?? null),
    url: baseUrl(ctx, request) + paths.serviceEndpoint(kind),
  };
}

function presentTrial(trial: string | null, at: number): operations.TrialResource {
  const date = dateTime(at);
  if (trial === null) return { state: 'waiting', status: 0, answer: null, problem: null, date };
  return { ...(JSON.parse(trial) as Omit<operations.TrialResource, 'date'>), date };
}
