/** /v1/Services/Endpoints: the URLs of an account's own services, and test requests to them. */

import type { FastifyInstance } from 'fastify';
import { paths } from '#api/paths.ts';
import * as operations from '#api/services/operations.ts';
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
  serveOperation(app, operations.listServiceEndpoints, async ({ base, caller }) => {
    const endpoints = await listServiceEndpoints(ctx, caller);
    return { endpoints: endpoints.map((each) => presentEndpoint(base, caller.account, each)) };
  });

  serveOperation(app, operations.fetchServiceEndpoint, async ({ base, caller, params: { Kind } }) =>
    presentEndpoint(base, caller.account, await fetchServiceEndpoint(ctx, caller, Kind)),
  );

  serveOperation(app, operations.updateServiceEndpoint, async ({ base, caller, params: { Kind }, form }) => {
    const input = { kind: Kind, url: form.Endpoint, secret: form.Secret };
    return presentEndpoint(base, caller.account, await configureEndpoint(ctx, caller, input));
  });

  serveOperation(app, operations.deleteServiceEndpoint, ({ caller, params: { Kind } }) =>
    removeServiceEndpoint(ctx, caller, Kind),
  );

  serveOperation(app, operations.createServiceTrial, async ({ base, caller, params: { Kind } }) =>
    presentEndpoint(base, caller.account, await startTrial(ctx, caller, Kind)),
  );
}

function presentEndpoint(
  base: string,
  account: string,
  { kind, row }: ServiceEndpoint,
): operations.ServiceEndpointResource {
  return {
    kind,
    account_sid: account,
    endpoint: row?.url ?? null,
    has_secret: row !== null && row.secret !== null,
    last_trial: row?.trial_at ? presentTrial(row.trial, row.trial_at) : null,
    date_updated: dateTimeOrNull(row?.updated_at ?? null),
    url: base + paths.serviceEndpoint(kind),
  };
}

function presentTrial(trial: string | null, at: number): operations.TrialResource {
  const date = dateTime(at);
  if (trial === null) return { state: 'waiting', status: 0, answer: null, problem: null, date };
  return { ...(JSON.parse(trial) as Omit<operations.TrialResource, 'date'>), date };
}
