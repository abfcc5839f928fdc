/**
 * /v1/Services/Endpoints: where an account's services are; /v1/ChatChannels and /v1/SyncObjects: what the
 * embedded ones hold.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '#api/paths.ts';
import {
  type ChatChannelResource,
  type ServiceEndpointList,
  type ServiceEndpointResource,
  type ServiceKind,
  type SyncObjectResource,
  serviceKinds,
  type TrialResource,
} from '#api/services.ts';
import { isSid } from '#api/sid.ts';
import { isObject, type Json, type JsonObject } from '#flow/json.ts';
import { callerOf } from '../accounts/authentication.ts';
import { notFound } from '../platform/errors.ts';
import { baseUrl } from '../platform/http/base-url.ts';
import { dateTime, dateTimeOrNull } from '../platform/http/date-time.ts';
import { type Form, formOf, unfit } from '../platform/http/form.ts';
import { presentPage, readPage } from '../platform/http/paging.ts';
import { sidParam } from '../platform/http/sid-param.ts';
import type { ServiceContext } from '../platform/service-context.ts';
import {
  configureEndpoint,
  type Endpoint,
  endpointsOf,
  fetchChatChannel,
  fetchServiceEndpoint,
  fetchSyncObject,
  forgetEndpoint,
  listChatChannels,
  listSyncObjects,
  removeChatChannel,
  removeSyncObject,
  type SyncObjectRow,
  tryEndpoint,
  type ViewedChannel,
  writeSyncObject,
} from './service.ts';

type OfKind = { Params: { kind: string } };
type One = { Params: { sid: string } };

const longestUrl = 2_000;
const longestSecret = 500;
const modes = ['merge', 'replace'] as const;

export function serviceRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.serviceEndpoints, async (request): Promise<ServiceEndpointList> => {
    const endpoints = await endpointsOf(ctx, callerOf(request));
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
    await forgetEndpoint(ctx, callerOf(request), kindParam(request.params.kind));
    return reply.code(204).send();
  });

  app.post<OfKind>(paths.serviceTrials(':kind'), async (request, reply) => {
    const kind = kindParam(request.params.kind);
    const tried = await tryEndpoint(ctx, callerOf(request), kind);
    return reply.code(202).send(presentEndpoint(ctx, request, tried));
  });
}

export function chatChannelRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.chatChannels, async (request) => {
    const want = readPage(request, (position) => isSid('CH', position));
    return presentPage(ctx, request, {
      key: 'chat_channels',
      want,
      slice: await listChatChannels(ctx, callerOf(request), want),
      positionOf: ({ row }) => row.sid,
      present: (channel) => presentChannel(ctx, request, channel),
    });
  });

  app.get<One>(paths.chatChannel(':sid'), async (request) => {
    const sid = sidParam('CH', request.params.sid);
    return presentChannel(ctx, request, await fetchChatChannel(ctx, callerOf(request), sid));
  });

  app.delete<One>(paths.chatChannel(':sid'), async (request, reply) => {
    await removeChatChannel(ctx, callerOf(request), sidParam('CH', request.params.sid));
    return reply.code(204).send();
  });
}

export function syncObjectRoutes(app: FastifyInstance, ctx: ServiceContext): void {
  app.get(paths.syncObjects, async (request) => {
    const want = readPage(request, (position) => isSid('ET', position));
    return presentPage(ctx, request, {
      key: 'sync_objects',
      want,
      slice: await listSyncObjects(ctx, callerOf(request), want),
      positionOf: (row) => row.sid,
      present: (row) => presentObject(ctx, request, row),
    });
  });

  app.get<One>(paths.syncObject(':sid'), async (request) =>
    presentObject(ctx, request, await fetchSyncObject(ctx, callerOf(request), request.params.sid)),
  );

  app.post(paths.syncObjects, async (request) => {
    const form = formOf(request.body);
    const input = {
      name: form.required('Name').trim(),
      data: dataOf(form),
      mode: form.choice('Mode', modes) ?? 'merge',
    };
    return presentObject(ctx, request, await writeSyncObject(ctx, callerOf(request), input));
  });

  app.delete<One>(paths.syncObject(':sid'), async (request, reply) => {
    await removeSyncObject(ctx, callerOf(request), request.params.sid);
    return reply.code(204).send();
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
    throw unfit('Endpoint', 'must be an http or https URL without a user and without a fragment');
  }
  if (text.length > longestUrl) throw unfit('Endpoint', `must not be longer than ${longestUrl} letters`);
  const secret = form.text('Secret');
  if (secret === undefined) return { url: text };
  if (secret.length > longestSecret || !/^[\x21-\x7e]*$/.test(secret)) {
    throw unfit('Secret', `must be up to ${longestSecret} letters, digits and signs without blanks`);
  }
  return { url: text, secret };
}

function dataOf(form: Form): JsonObject {
  const data = form.json('Data');
  if (!isObject(data)) throw unfit('Data', 'must be a JSON object');
  return data;
}

function presentEndpoint(
  ctx: ServiceContext,
  request: FastifyRequest,
  { kind, row }: Endpoint,
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

function presentChannel(
  ctx: ServiceContext,
  request: FastifyRequest,
  { row, members }: ViewedChannel,
): ChatChannelResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    flow_sid: row.flow,
    execution_sid: row.execution,
    friendly_name: row.friendly_name,
    unique_name: row.unique_name,
    type: row.type,
    attributes: JSON.parse(row.attributes) as Json,
    members: members.map(({ sid, identity, friendly_name, role, created_at }) => ({
      sid,
      identity,
      friendly_name,
      role,
      date_created: dateTime(created_at),
    })),
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: baseUrl(ctx, request) + paths.chatChannel(row.sid),
  };
}

function presentObject(ctx: ServiceContext, request: FastifyRequest, row: SyncObjectRow): SyncObjectResource {
  return {
    sid: row.sid,
    account_sid: row.account,
    name: row.name,
    data: JSON.parse(row.data) as JsonObject,
    revision: row.revision,
    date_created: dateTime(row.created_at),
    date_updated: dateTimeOrNull(row.updated_at),
    url: baseUrl(ctx, request) + paths.syncObject(row.sid),
  };
}
