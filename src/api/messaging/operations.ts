/** Operations of /v1/Carrier: addresses, messages and calls; with the test carrier a client plays the contact. */

import { Type } from 'typebox';
import {
  dateTime,
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
import { callStatuses, messageStatuses } from './resources.ts';

const group = 'Addresses, messages and calls';
const access = 'account';

const addressSchema = resource('Address', {
  sid: sid('PN'),
  account_sid: sid('AC'),
  address: Type.String(),
  flow_sid: sid('FW'),
  carrier_sid: nullable(sid('CR')),
  webhook_url: url(),
  date_created: dateTime(),
  url: url(),
});

const messageSchema = resource('Message', {
  sid: Type.String(),
  account_sid: sid('AC'),
  flow_sid: nullable(sid('FW')),
  execution_sid: nullable(sid('FN')),
  direction: oneOf(['inbound', 'outbound']),
  from: nullable(Type.String()),
  to: nullable(Type.String()),
  body: nullable(Type.String()),
  media: nullable(Type.Array(Type.String())),
  status: oneOf(messageStatuses),
  carrier_sid: nullable(sid('CR')),
  content: nullable(
    resource('MessageContent', { sid: Type.String(), variables: Type.Record(Type.String(), Type.String()) }),
  ),
  error_code: nullable(Type.String()),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
});

const callSchema = resource('Call', {
  sid: Type.String(),
  account_sid: sid('AC'),
  flow_sid: sid('FW'),
  execution_sid: Type.String(),
  direction: oneOf(['inbound', 'outbound']),
  from: nullable(Type.String()),
  to: nullable(Type.String()),
  status: oneOf(callStatuses),
  carrier_sid: nullable(sid('CR')),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
  markup: nullable(Type.String()),
});

const address = (description: string) => Type.String({ description, maxLength: 300 });
const isAddress = 'A phone number in E.164 form, a short code, a SIP address or the name of a client.';
const ofBoth = { From: isAddress, To: isAddress };

/** A carrier's SID may have another format than ours. */
const callSid = Type.String({ pattern: '^[\\w-]{1,64}$', description: 'The call.' });

export const createAddress = {
  id: 'CreateAddress',
  method: 'POST',
  path: paths.addresses,
  group,
  summary: 'Assign an address to a flow',
  access,
  rules: { Address: isAddress },
  form: {
    FlowSid: sid('FW', 'The flow that handles messages and calls.'),
    Address: address('Any address.'),
    CarrierSid: Type.Optional(sid('CR', 'Its carrier; the built-in test carrier when it is left out.')),
  },
  responses: { 201: { text: 'The address.', schema: addressSchema }, ...problemResponses(400, 404) },
} as const satisfies Operation;

export const listAddresses = {
  id: 'ListAddress',
  method: 'GET',
  path: paths.addresses,
  group,
  summary: 'List the addresses of the account',
  access,
  query: pageQuery,
  responses: {
    200: { text: 'A page of addresses.', schema: pageOf('AddressPage', 'addresses', addressSchema) },
    ...problemResponses(400),
  },
} as const satisfies Operation;

export const deleteAddress = {
  id: 'DeleteAddress',
  method: 'DELETE',
  path: paths.address.template,
  group,
  summary: 'Delete an address',
  access,
  params: { Sid: sid('PN', 'The address.') },
  responses: { 204: { text: 'Deleted.' }, ...problemResponses(404) },
} as const satisfies Operation;

export const createMessage = {
  id: 'CreateMessage',
  method: 'POST',
  path: paths.messages,
  group,
  summary: 'Send a message to a flow as a contact',
  access,
  rules: ofBoth,
  form: {
    From: address('The contact.'),
    To: address('An address of a flow.'),
    Body: text('What the contact writes.'),
  },
  responses: { 201: { text: 'The message.', schema: messageSchema }, ...problemResponses(400, 404, 429) },
} as const satisfies Operation;

export const listMessages = {
  id: 'ListMessage',
  method: 'GET',
  path: paths.messages,
  group,
  summary: 'List messages',
  access,
  query: {
    From: Type.Optional(Type.String()),
    To: Type.Optional(Type.String()),
    ExecutionSid: Type.Optional(sid('FN', 'Only those of this execution.')),
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of messages.', schema: pageOf('MessagePage', 'messages', messageSchema) },
    ...problemResponses(400),
  },
} as const satisfies Operation;

export const updateMessage = {
  id: 'UpdateMessage',
  method: 'POST',
  path: paths.message.template,
  group,
  summary: 'Set the delivery status of a message that a flow sent',
  note: 'As a carrier would report it. After a failure a widget that waits for a reply leaves by deliveryFailure.',
  access,
  params: { Sid: Type.String({ pattern: '^[\\w-]{1,64}$', description: 'The message.' }) },
  form: {
    Status: oneOf(['queued', 'sent', 'delivered', 'read', 'undelivered', 'failed']),
    ErrorCode: Type.Optional(Type.String({ maxLength: 20, description: 'Error code of a failed delivery.' })),
  },
  responses: { 200: { text: 'The message.', schema: messageSchema }, ...problemResponses(400, 404) },
} as const satisfies Operation;

export const createCall = {
  id: 'CreateCall',
  method: 'POST',
  path: paths.calls,
  group,
  summary: 'Call a flow as a contact',
  access,
  rules: ofBoth,
  form: { From: address('The contact.'), To: address('An address of a flow.') },
  responses: {
    201: { text: 'The call with its markup.', schema: callSchema },
    ...problemResponses(400, 404, 429),
  },
} as const satisfies Operation;

export const listCalls = {
  id: 'ListCall',
  method: 'GET',
  path: paths.calls,
  group,
  summary: 'List calls',
  access,
  query: {
    Status: Type.Optional(oneOf(callStatuses)),
    ExecutionSid: Type.Optional(sid('FN', 'Only those of this execution.')),
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of calls.', schema: pageOf('CallPage', 'calls', callSchema) },
    ...problemResponses(400),
  },
} as const satisfies Operation;

export const fetchCall = {
  id: 'FetchCall',
  method: 'GET',
  path: paths.call.template,
  group,
  summary: 'Fetch a call',
  access,
  params: { Sid: callSid },
  responses: { 200: { text: 'The call.', schema: callSchema }, ...problemResponses(404) },
} as const satisfies Operation;

export const updateCall = {
  id: 'UpdateCall',
  method: 'POST',
  path: paths.call.template,
  group,
  summary: 'Set the status of a call that a flow placed',
  access,
  params: { Sid: callSid },
  form: { Status: oneOf(['in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled']) },
  responses: {
    200: { text: 'The call with its markup.', schema: callSchema },
    ...problemResponses(400, 404),
  },
} as const satisfies Operation;
