/** Operations of /v1/Carrier: addresses, messages and calls; with the test carrier a client plays the contact. */

import { type Static, Type } from 'typebox';
import type { PersonalKind } from '../masking/personal.ts';
import {
  dateTime,
  nullable,
  oneOf,
  operationsIn,
  type ResponseBody,
  resource,
  sid,
  text,
  url,
} from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';

const operation = operationsIn('Addresses, messages and calls');

/** `pending` was not sent to the carrier yet; the others are carriers' statuses. */
const messageStatuses = [
  'received',
  'pending',
  'queued',
  'sent',
  'delivered',
  'read',
  'undelivered',
  'failed',
] as const;

export type MessageStatus = (typeof messageStatuses)[number];

export const callStatuses = [
  'queued',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
] as const;

export type CallStatus = (typeof callStatuses)[number];

const direction = oneOf(
  ['inbound', 'outbound'],
  'inbound came from a contact, outbound went out from a flow.',
);

export type Direction = Static<typeof direction>;

const carrier = nullable(sid('CR', 'Null is the built-in test carrier.'));
const personal = (kind: PersonalKind) =>
  nullable(
    Type.String({
      personal: kind,
      description: 'Null once the personal data of its execution was removed.',
    }),
  );

const addressSchema = resource('Address', {
  sid: sid('PN'),
  account_sid: sid('AC'),
  address: Type.String(),
  flow_sid: sid('FW'),
  carrier_sid: carrier,
  webhook_url: url({ description: 'The webhook URL of the address.' }),
  date_created: dateTime(),
  url: url(),
});

/** An address, its carrier, and the flow that handles it. */
export type AddressResource = Static<typeof addressSchema>;

const messageSchema = resource('Message', {
  sid: Type.String(),
  account_sid: sid('AC'),
  flow_sid: nullable(sid('FW')),
  execution_sid: nullable(sid('FN')),
  direction,
  from: personal('address'),
  to: personal('address'),
  body: personal('text'),
  media: nullable(Type.Array(Type.String({ personal: 'text' }))),
  status: oneOf(messageStatuses),
  carrier_sid: carrier,
  content: nullable(
    resource(
      'MessageContent',
      { sid: Type.String(), variables: Type.Record(Type.String(), Type.String({ personal: 'text' })) },
      'A template that is kept with the carrier, in the place of the body.',
    ),
  ),
  error_code: nullable(Type.String({ description: 'The carrier’s error code of a failed delivery.' })),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
});

export type MessageResource = Static<typeof messageSchema>;

const callSchema = resource('Call', {
  sid: Type.String(),
  account_sid: sid('AC'),
  flow_sid: nullable(
    sid('FW', 'Null where the call ended before it began, which only the status callback reported.'),
  ),
  execution_sid: Type.String(),
  direction,
  from: personal('address'),
  to: personal('address'),
  status: oneOf(callStatuses),
  carrier_sid: carrier,
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
  markup: nullable(
    Type.String({
      personal: 'text',
      description: 'The current markup; null in lists and where the call was only fetched.',
    }),
  ),
});

export type CallResource = Static<typeof callSchema>;

const address = (description: string) => Type.String({ description, maxLength: 300 });
const isAddress = 'A phone number in E.164 form, a short code, a SIP address or the name of a client.';
const ofBoth = { From: isAddress, To: isAddress };

/** A carrier's SID may have another format than ours. */
const callSid = Type.String({ pattern: '^(\\w{1,8}:)?[\\w-]{1,64}$', description: 'The call.' });

export const createAddress = operation({
  id: 'CreateAddress',
  permission: 'numbers.write',
  method: 'POST',
  audit: { object: 'address' },
  path: paths.addresses,
  summary: 'Assign an address to a flow',
  rules: { Address: isAddress },
  form: {
    FlowSid: sid('FW', 'The flow that handles messages and calls.'),
    Address: address('Any address.'),
    CarrierSid: Type.Optional(sid('CR', 'Its carrier; the built-in test carrier when it is left out.')),
  },
  responses: { 201: { text: 'The address.', schema: addressSchema }, ...problemResponses(404) },
});

export const listAddresses = operation({
  id: 'ListAddress',
  permission: 'numbers.read',
  method: 'GET',
  path: paths.addresses,
  summary: 'List the addresses of the account',
  query: { FlowSid: Type.Optional(sid('FW', 'Those that lead to this flow only.')), ...pageQuery },
  responses: {
    200: { text: 'A page of addresses.', schema: pageOf('AddressPage', 'addresses', addressSchema) },
  },
});

export const deleteAddress = operation({
  id: 'DeleteAddress',
  permission: 'numbers.write',
  method: 'DELETE',
  audit: { object: 'address' },
  path: paths.address.template,
  summary: 'Delete an address',
  params: { Sid: sid('PN', 'The address.') },
  responses: { 204: { text: 'Deleted.' } },
});

export const createMessage = operation({
  id: 'CreateMessage',
  permission: 'messages.write',
  method: 'POST',
  audit: { none: 'Traffic of contacts; the test carrier stands for them.' },
  path: paths.messages,
  summary: 'Send a message to a flow as a contact',
  note: 'Who may not start executions plays test users of the flow and test numbers (+1500555 and four digits), where no other carrier is; else 403 with executions.create.',
  rules: ofBoth,
  form: {
    From: address('The contact.'),
    To: address('An address of a flow.'),
    Body: text('What the contact writes.'),
  },
  responses: { 201: { text: 'The message.', schema: messageSchema }, ...problemResponses(404) },
});

export const listMessages = operation({
  id: 'ListMessage',
  permission: 'executions.read',
  method: 'GET',
  path: paths.messages,
  summary: 'List messages',
  ofExecution: 'ExecutionSid',
  query: {
    From: Type.Optional(Type.String({ personal: 'address' })),
    To: Type.Optional(Type.String({ personal: 'address' })),
    ExecutionSid: Type.Optional(sid('FN', 'Only those of this execution.')),
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of messages.', schema: pageOf('MessagePage', 'messages', messageSchema) },
  },
});

export type MessagePage = ResponseBody<typeof listMessages>;

export const updateMessage = operation({
  id: 'UpdateMessage',
  permission: 'messages.write',
  method: 'POST',
  audit: { none: 'Traffic of contacts; the test carrier stands for them.' },
  path: paths.message.template,
  summary: 'Set the delivery status of a message that a flow sent',
  note: 'As a carrier would report it. After a failure a widget that waits for a reply leaves by deliveryFailure.',
  params: { Sid: Type.String({ pattern: '^[\\w-]{1,64}$', description: 'The message.' }) },
  form: {
    Status: oneOf(['queued', 'sent', 'delivered', 'read', 'undelivered', 'failed']),
    ErrorCode: Type.Optional(Type.String({ maxLength: 20, description: 'Error code of a failed delivery.' })),
  },
  responses: { 200: { text: 'The message.', schema: messageSchema } },
});

export const createCall = operation({
  id: 'CreateCall',
  permission: 'messages.write',
  method: 'POST',
  audit: { none: 'Traffic of contacts; the test carrier stands for them.' },
  path: paths.calls,
  summary: 'Call a flow as a contact',
  note: 'Who may not start executions plays test users of the flow and test numbers (+1500555 and four digits), where no other carrier is; else 403 with executions.create.',
  rules: ofBoth,
  form: { From: address('The contact.'), To: address('An address of a flow.') },
  responses: {
    201: { text: 'The call with its markup.', schema: callSchema },
    ...problemResponses(404),
  },
});

export const listCalls = operation({
  id: 'ListCall',
  permission: 'executions.read',
  method: 'GET',
  path: paths.calls,
  summary: 'List calls',
  ofExecution: 'ExecutionSid',
  query: {
    Status: Type.Optional(oneOf(callStatuses)),
    ExecutionSid: Type.Optional(sid('FN', 'Only those of this execution.')),
    ...pageQuery,
  },
  responses: { 200: { text: 'A page of calls.', schema: pageOf('CallPage', 'calls', callSchema) } },
});

export type CallPage = ResponseBody<typeof listCalls>;

export const fetchCall = operation({
  id: 'FetchCall',
  permission: 'executions.read',
  method: 'GET',
  path: paths.call.template,
  summary: 'Fetch a call',
  params: { Sid: callSid },
  responses: { 200: { text: 'The call.', schema: callSchema } },
});

export const updateCall = operation({
  id: 'UpdateCall',
  permission: 'messages.write',
  method: 'POST',
  audit: { none: 'Traffic of contacts; the test carrier stands for them.' },
  path: paths.call.template,
  summary: 'Set the status of a call that a flow placed',
  params: { Sid: callSid },
  form: { Status: oneOf(['in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled']) },
  responses: { 200: { text: 'The call with its markup.', schema: callSchema } },
});
