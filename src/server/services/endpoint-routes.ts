/** /v1/Services/Endpoints: the URLs of an account's own services, and test requests to them. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import {
  type ServiceEndpointList,
  type ServiceEndpointResource,
  type ServiceKind,
  serviceKinds,
  type TrialResource,
} from '#api/services/resources.ts';
import { notFound } from '../platform/errors.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { type Form, formOf, invalidParameter } from '../platform/http/form.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  configureEndpoint,
  fetchServiceEndpoint,
  listServiceEndpoints,
  removeServiceEndpoint,
  type ServiceEndpoint,
  startTrial,
} from './endpoint-service.ts';

type OfKind = { Params: { kind: string } };

const longestUrl = 2_000;
const longestSecret = 500;

export function endpointRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.serviceEndpoints, async (request): Promise<ServiceEndpointList> => {
    const endpoints = await listServiceEndpoints(ctx, callerOf(request));
    return { endpoints: endpoints.map((each) => presentEndpoint(ctx, request, each)) };
  });

  app.get<OfKind>(paths.serviceEndpoint(':kind'), async (request) => {
    const kind = kindParam(request.params.kind);
    return presentEndpoint(ctx, request, await fetchServiceEndpoint(ctx, callerOf(request), kind));
  });

  app.post<OfKind>(paths.serviceEndpoint(':kind'), async (request) => {
    const kind = kindParam(request.params.kind);
    const input = { kind, ...readEndpoint(formOf(request.body)) };
    return presentEndpoint(ctx, request, await configureEndpoint(ctx, callerOf(request), input));
  });

  app.delete<OfKind>(paths.serviceEndpoint(':kind'), async (request, reply) => {
    await removeServiceEndpoint(ctx, callerOf(request), kindParam(request.params.kind));
    return reply.code(204).send();
  });

  app.post<OfKind>(paths.serviceTrials(':kind'), async (request, reply) => {
    const kind = kindParam(request.params.kind);
    const tried = await startTrial(ctx, callerOf(request), kind);
    return reply.code(202).send(presentEndpoint(ctx, request, tried));
  });
}

function kindParam(text: string): ServiceKind {
  const kind = serviceKinds.find((each) => each === text);
  if (kind === undefined) throw notFound();
  return kind;
}

function readEndpoint(form: Form): { url: string; secret?: string } {
  const text = form.required('Endpoint').trim();
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.hash !== '') {
    throw invalidParameter('Endpoint', 'must be an http or https URL without a user and without a fragment');
  }
  if (text.length > longestUrl)
    throw invalidParameter('Endpoint', `must not be longer than ${longestUrl} letters`);
  const secret = form.text('Secret');
  if (secret === undefined) return { url: text };
  if (secret.length > longestSecret || !/^[\x21-\x7e]*$/.test(secret)) {
    throw invalidParameter(
      'Secret',
      `must be up to ${longestSecret} letters, digits and signs without blanks`,
    );
  }
  return { url: text, secret };
}

function presentEndpoint(
  ctx: ServiceContext,
  request: FastifyRequest,
  { kind, row }: ServiceEndpoint,
): ServiceEndpointResource {
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

function presentTrial(trial: string | null, at: number): TrialResource {
  const date = dateTime(at);
  if (trial === null) return { state: 'waiting', status: 0, answer: null, problem: null, date };
  return { ...(JSON.parse(trial) as Omit<TrialResource, 'date'>), date };
}
