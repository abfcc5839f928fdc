/** Operations of /v1/Services, /v1/ChatChannels and /v1/SyncObjects: services that widgets use. */

import { Type } from 'typebox';
import type { JsonObject } from '#flow/json/json.ts';
import { anyJson } from '../executions/schemas.ts';
import {
  anyObject,
  dateTime,
  jsonText,
  nullable,
  type Operation,
  oneOf,
  resource,
  sid,
  text,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { serviceKinds } from './resources.ts';

const access = 'account';
const services = 'Services';
const chat = 'Chat channels';
const sync = 'Sync objects';
const kind = { Kind: oneOf(serviceKinds, 'The kind of service.') };
const channel = { Sid: sid('CH', 'The channel.') };
const object = { Sid: text('SID or name of the object.') };
const deletedResponse = { 204: { text: 'Deleted.' } };

const serviceEndpointSchema = resource('ServiceEndpoint', {
  kind: oneOf(serviceKinds),
  account_sid: sid('AC'),
  endpoint: nullable(Type.String()),
  has_secret: Type.Boolean(),
  last_trial: nullable(
    resource('ServiceTrial', {
      state: oneOf(['waiting', 'answered', 'failed']),
      status: Type.Integer(),
      answer: anyJson(),
      problem: nullable(Type.String()),
      date: dateTime(),
    }),
  ),
  date_updated: nullable(dateTime()),
  url: url(),
});

const chatChannelSchema = resource('ChatChannel', {
  sid: sid('CH'),
  account_sid: sid('AC'),
  flow_sid: sid('FW'),
  execution_sid: sid('FN'),
  friendly_name: Type.String(),
  unique_name: nullable(Type.String()),
  type: Type.String(),
  attributes: anyJson(),
  members: Type.Array(
    resource('ChatMember', {
      sid: sid('MB'),
      identity: Type.String(),
      friendly_name: Type.String(),
      role: Type.String(),
      date_created: dateTime(),
    }),
  ),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
});

const syncObjectSchema = resource('SyncObject', {
  sid: sid('ET'),
  account_sid: sid('AC'),
  name: Type.String(),
  data: anyObject<JsonObject>(),
  revision: Type.Integer({ minimum: 1 }),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
});

export const listServiceEndpoints = {
  id: 'ListServiceEndpoint',
  method: 'GET',
  path: paths.serviceEndpoints,
  group: services,
  summary: 'List the service endpoints of the account',
  note: 'One entry for each kind; without an endpoint the embedded service is used.',
  access,
  responses: {
    200: {
      text: 'All kinds.',
      schema: resource('ServiceEndpointList', { endpoints: Type.Array(serviceEndpointSchema) }),
    },
  },
} as const satisfies Operation;

export const fetchServiceEndpoint = {
  id: 'FetchServiceEndpoint',
  method: 'GET',
  path: paths.serviceEndpoint('{Kind}'),
  group: services,
  summary: 'Fetch a service endpoint',
  access,
  params: kind,
  responses: { 200: { text: 'The endpoint.', schema: serviceEndpointSchema }, ...problemResponses(404) },
} as const satisfies Operation;

export const updateServiceEndpoint = {
  id: 'UpdateServiceEndpoint',
  method: 'POST',
  path: paths.serviceEndpoint('{Kind}'),
  group: services,
  summary: 'Set a service endpoint',
  access,
  params: kind,
  form: {
    Endpoint: text('An http or https URL.', { maxLength: 2_000 }),
    Secret: Type.Optional(
      text('Sent as bearer token. Left out it is not changed; empty it is removed.', { maxLength: 500 }),
    ),
  },
  responses: { 200: { text: 'The endpoint.', schema: serviceEndpointSchema }, ...problemResponses(400, 404) },
} as const satisfies Operation;

export const deleteServiceEndpoint = {
  id: 'DeleteServiceEndpoint',
  method: 'DELETE',
  path: paths.serviceEndpoint('{Kind}'),
  group: services,
  summary: 'Remove a service endpoint',
  access,
  params: kind,
  responses: { ...deletedResponse, ...problemResponses(404) },
} as const satisfies Operation;

export const createServiceTrial = {
  id: 'CreateServiceTrial',
  method: 'POST',
  path: paths.serviceTrials('{Kind}'),
  group: services,
  summary: 'Send a test request to a service',
  note: 'Asynchronous: the result is `last_trial` of the endpoint.',
  access,
  params: kind,
  responses: {
    202: { text: 'The endpoint; its trial is waiting.', schema: serviceEndpointSchema },
    ...problemResponses(400, 404),
  },
} as const satisfies Operation;

export const listChatChannels = {
  id: 'ListChatChannel',
  method: 'GET',
  path: paths.chatChannels,
  group: chat,
  summary: 'List the channels of the embedded chat',
  note: 'Newest first.',
  access,
  query: pageQuery,
  responses: {
    200: {
      text: 'A page of channels.',
      schema: pageOf('ChatChannelPage', 'chat_channels', chatChannelSchema),
    },
    ...problemResponses(400),
  },
} as const satisfies Operation;

export const fetchChatChannel = {
  id: 'FetchChatChannel',
  method: 'GET',
  path: paths.chatChannel('{Sid}'),
  group: chat,
  summary: 'Fetch a channel and its members',
  access,
  params: channel,
  responses: { 200: { text: 'The channel.', schema: chatChannelSchema }, ...problemResponses(404) },
} as const satisfies Operation;

export const deleteChatChannel = {
  id: 'DeleteChatChannel',
  method: 'DELETE',
  path: paths.chatChannel('{Sid}'),
  group: chat,
  summary: 'Delete a channel and its members',
  access,
  params: channel,
  responses: { ...deletedResponse, ...problemResponses(404) },
} as const satisfies Operation;

export const listSyncObjects = {
  id: 'ListSyncObject',
  method: 'GET',
  path: paths.syncObjects,
  group: sync,
  summary: 'List the objects of the embedded sync service',
  note: 'Newest first.',
  access,
  query: pageQuery,
  responses: {
    200: { text: 'A page of objects.', schema: pageOf('SyncObjectPage', 'sync_objects', syncObjectSchema) },
    ...problemResponses(400),
  },
} as const satisfies Operation;

export const writeSyncObject = {
  id: 'WriteSyncObject',
  method: 'POST',
  path: paths.syncObjects,
  group: sync,
  summary: 'Create or update an object',
  access,
  form: {
    Name: text('Name of the object.', { maxLength: 256 }),
    Data: jsonText('A JSON object.'),
    Mode: Type.Optional(oneOf(['merge', 'replace'], 'Whether keys that are not in Data are kept.')),
  },
  responses: { 200: { text: 'The object.', schema: syncObjectSchema }, ...problemResponses(400) },
} as const satisfies Operation;

export const fetchSyncObject = {
  id: 'FetchSyncObject',
  method: 'GET',
  path: paths.syncObject('{Sid}'),
  group: sync,
  summary: 'Fetch an object',
  access,
  params: object,
  responses: { 200: { text: 'The object.', schema: syncObjectSchema }, ...problemResponses(404) },
} as const satisfies Operation;

export const deleteSyncObject = {
  id: 'DeleteSyncObject',
  method: 'DELETE',
  path: paths.syncObject('{Sid}'),
  group: sync,
  summary: 'Delete an object',
  access,
  params: object,
  responses: { ...deletedResponse, ...problemResponses(404) },
} as const satisfies Operation;
