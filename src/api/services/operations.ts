/** Operations of /v1/Services, /v1/ChatChannels and /v1/SyncObjects: services that widgets use. */

import { type Static, Type } from 'typebox';
import type { JsonObject } from '#flow/json/json.ts';
import { anyJson } from '../executions/schemas.ts';
import {
  anyObject,
  dateTime,
  httpUrl,
  jsonObjectText,
  nullable,
  oneOf,
  operationsIn,
  resource,
  sid,
  text,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { serviceKinds } from './resources.ts';

const endpointOperation = operationsIn('Services');
const channelOperation = operationsIn('Chat channels');
const objectOperation = operationsIn('Sync objects');
const kind = { Kind: oneOf(serviceKinds, 'The kind of service.') };
const channel = { Sid: sid('CH', 'The channel.') };
const object = { Sid: text('SID or name of the object.', { personal: 'text' }) };
const deletedResponse = { 204: { text: 'Deleted.' } };

const serviceEndpointSchema = resource('ServiceEndpoint', {
  kind: oneOf(serviceKinds),
  account_sid: sid('AC'),
  endpoint: nullable(Type.String({ description: 'Null while the embedded service is used.' })),
  has_secret: Type.Boolean({ description: 'The secret itself is write-only.' }),
  last_trial: nullable(
    resource('ServiceTrial', {
      state: oneOf(['waiting', 'answered', 'failed']),
      status: Type.Integer({ description: '0 without a response.' }),
      answer: anyJson({ personal: 'json' }),
      problem: nullable(Type.String({ description: 'Why the response cannot be used.' })),
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
  friendly_name: Type.String({ personal: 'text' }),
  unique_name: nullable(Type.String({ personal: 'text' })),
  type: Type.String({ personal: 'text' }),
  attributes: anyJson({ personal: 'json' }),
  members: Type.Array(
    resource('ChatMember', {
      sid: sid('MB'),
      identity: Type.String({ personal: 'address' }),
      friendly_name: Type.String({ personal: 'text' }),
      role: Type.String({ personal: 'text' }),
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
  name: Type.String({ personal: 'text' }),
  data: anyObject<JsonObject>({ personal: 'json' }),
  revision: Type.Integer({ minimum: 1, description: 'The number of writes.' }),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
});

export type ServiceEndpointResource = Static<typeof serviceEndpointSchema>;
/** The result of a test request. */
export type TrialResource = NonNullable<ServiceEndpointResource['last_trial']>;
export type ChatChannelResource = Static<typeof chatChannelSchema>;
export type SyncObjectResource = Static<typeof syncObjectSchema>;

export const listServiceEndpoints = endpointOperation({
  id: 'ListServiceEndpoint',
  permission: 'numbers.read',
  method: 'GET',
  path: paths.serviceEndpoints,
  summary: 'List the service endpoints of the account',
  note: 'One entry for each kind; without an endpoint the embedded service is used.',
  responses: {
    200: {
      text: 'All kinds.',
      schema: resource('ServiceEndpointList', { endpoints: Type.Array(serviceEndpointSchema) }),
    },
  },
});

export const fetchServiceEndpoint = endpointOperation({
  id: 'FetchServiceEndpoint',
  permission: 'numbers.read',
  method: 'GET',
  path: paths.serviceEndpoint.template,
  summary: 'Fetch a service endpoint',
  params: kind,
  responses: { 200: { text: 'The endpoint.', schema: serviceEndpointSchema } },
});

export const updateServiceEndpoint = endpointOperation({
  id: 'UpdateServiceEndpoint',
  permission: 'services.write',
  method: 'POST',
  audit: { object: 'service_endpoint', secrets: ['Secret'] },
  path: paths.serviceEndpoint.template,
  summary: 'Set a service endpoint',
  params: kind,
  form: {
    Endpoint: httpUrl('Where requests of that kind are posted to.', { fragment: false }),
    Secret: Type.Optional(
      text('Sent as bearer token. Left out it is not changed; empty it is removed.', {
        maxLength: 500,
        pattern: '^[\\x21-\\x7e]*$',
        mismatch: 'must consist of printable ASCII characters without spaces',
        clearable: true,
      }),
    ),
  },
  responses: { 200: { text: 'The endpoint.', schema: serviceEndpointSchema } },
});

export const deleteServiceEndpoint = endpointOperation({
  id: 'DeleteServiceEndpoint',
  permission: 'services.write',
  method: 'DELETE',
  audit: { object: 'service_endpoint' },
  path: paths.serviceEndpoint.template,
  summary: 'Remove a service endpoint',
  params: kind,
  responses: { ...deletedResponse },
});

export const createServiceTrial = endpointOperation({
  id: 'CreateServiceTrial',
  permission: 'services.write',
  method: 'POST',
  audit: { object: 'service_endpoint' },
  path: paths.serviceTrials.template,
  summary: 'Send a test request to a service',
  note: 'Asynchronous: the result is `last_trial` of the endpoint.',
  params: kind,
  responses: {
    202: { text: 'The endpoint; its trial is waiting.', schema: serviceEndpointSchema },
    ...problemResponses(400),
  },
});

export const listChatChannels = channelOperation({
  id: 'ListChatChannel',
  permission: 'executions.read',
  method: 'GET',
  path: paths.chatChannels,
  summary: 'List the channels of the embedded chat',
  note: 'Newest first.',
  query: pageQuery,
  responses: {
    200: {
      text: 'A page of channels.',
      schema: pageOf('ChatChannelPage', 'chat_channels', chatChannelSchema),
    },
  },
});

export const fetchChatChannel = channelOperation({
  id: 'FetchChatChannel',
  permission: 'executions.read',
  method: 'GET',
  path: paths.chatChannel.template,
  summary: 'Fetch a channel and its members',
  params: channel,
  responses: { 200: { text: 'The channel.', schema: chatChannelSchema } },
});

export const deleteChatChannel = channelOperation({
  id: 'DeleteChatChannel',
  permission: 'services.write',
  method: 'DELETE',
  audit: { object: 'chat_channel' },
  path: paths.chatChannel.template,
  summary: 'Delete a channel and its members',
  params: channel,
  responses: { ...deletedResponse },
});

export const listSyncObjects = objectOperation({
  id: 'ListSyncObject',
  permission: 'executions.read',
  method: 'GET',
  path: paths.syncObjects,
  summary: 'List the objects of the embedded sync service',
  note: 'Newest first.',
  query: pageQuery,
  responses: {
    200: { text: 'A page of objects.', schema: pageOf('SyncObjectPage', 'sync_objects', syncObjectSchema) },
  },
});

export const writeSyncObject = objectOperation({
  id: 'WriteSyncObject',
  permission: 'services.write',
  method: 'POST',
  audit: { object: 'sync_object', only: 'people' },
  path: paths.syncObjects,
  summary: 'Create or update an object',
  rules: {
    Data: 'The object with what is merged into it has at most 65,536 characters as JSON.',
  },
  form: {
    Name: text('Name of the object.', { maxLength: 256 }),
    Data: jsonObjectText<JsonObject>('A JSON object.'),
    Mode: Type.Optional(oneOf(['merge', 'replace'], 'Whether keys that are not in Data are kept.')),
  },
  responses: { 200: { text: 'The object.', schema: syncObjectSchema } },
});

export const fetchSyncObject = objectOperation({
  id: 'FetchSyncObject',
  permission: 'executions.read',
  method: 'GET',
  path: paths.syncObject.template,
  summary: 'Fetch an object',
  params: object,
  responses: { 200: { text: 'The object.', schema: syncObjectSchema } },
});

export const deleteSyncObject = objectOperation({
  id: 'DeleteSyncObject',
  permission: 'services.write',
  method: 'DELETE',
  audit: { object: 'sync_object' },
  path: paths.syncObject.template,
  summary: 'Delete an object',
  params: object,
  responses: { ...deletedResponse },
});
