/** /v1/Carrier: the built-in test carrier; and the address to which every carrier posts. */

import Type from 'typebox';
import { callStatuses } from '../carrier.ts';
import { paths } from '../paths.ts';
import { dateTime, nullable, type Operation, oneOf, resource, sid, text, url } from './operation.ts';
import { pageOf, pageQuery } from './page.ts';
import { problems } from './problems.ts';

const group = 'Test carrier';
const access = 'account';

const addressSchema = resource('Address', {
  sid: sid('PN'),
  account_sid: sid('AC'),
  address: Type.String(),
  flow_sid: sid('FW'),
  date_created: dateTime(),
  url: url(),
});

const messageSchema = resource('Message', {
  sid: Type.String(),
  account_sid: sid('AC'),
  flow_sid: nullable(sid('FW')),
  execution_sid: nullable(sid('FN')),
  direction: oneOf(['inbound', 'outbound']),
  from: Type.String(),
  to: Type.String(),
  body: Type.String(),
  media: Type.Array(Type.String()),
  status: Type.String(),
  date_created: dateTime(),
});

const callSchema = resource('Call', {
  sid: Type.String(),
  account_sid: sid('AC'),
  flow_sid: sid('FW'),
  execution_sid: Type.String(),
  direction: oneOf(['inbound', 'outbound']),
  from: Type.String(),
  to: Type.String(),
  status: oneOf(callStatuses),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
  markup: nullable(Type.String()),
});

const address = (description: string) => Type.String({ description, maxLength: 300 });

export const createAddress = {
  id: 'CreateAddress',
  method: 'POST',
  path: paths.addresses,
  group,
  summary: 'Point an address at a flow',
  access,
  form: { FlowSid: sid('FW', 'The flow that answers.'), Address: address('Any address.') },
  answers: { 201: { text: 'The address.', schema: addressSchema }, ...problems(400, 404) },
} as const satisfies Operation;

export const listAddresses = {
  id: 'ListAddress',
  method: 'GET',
  path: paths.addresses,
  group,
  summary: 'List the addresses of the account',
  access,
  query: pageQuery,
  answers: {
    200: { text: 'A page of addresses.', schema: pageOf('AddressPage', 'addresses', addressSchema) },
    ...problems(400),
  },
} as const satisfies Operation;

export const deleteAddress = {
  id: 'DeleteAddress',
  method: 'DELETE',
  path: paths.address('{Sid}'),
  group,
  summary: 'Take an address away',
  access,
  params: { Sid: sid('PN', 'The address.') },
  answers: { 204: { text: 'It is gone.' }, ...problems(404) },
} as const satisfies Operation;

export const createMessage = {
  id: 'CreateMessage',
  method: 'POST',
  path: paths.messages,
  group,
  summary: 'Write to a flow as a contact',
  access,
  form: {
    From: address('The contact.'),
    To: address('An address at which a flow answers.'),
    Body: text('What the contact writes.'),
  },
  answers: { 201: { text: 'The message.', schema: messageSchema }, ...problems(400, 404, 429) },
} as const satisfies Operation;

export const listMessages = {
  id: 'ListMessage',
  method: 'GET',
  path: paths.messages,
  group,
  summary: 'List messages',
  access,
  query: { From: Type.Optional(Type.String()), To: Type.Optional(Type.String()), ...pageQuery },
  answers: {
    200: { text: 'A page of messages.', schema: pageOf('MessagePage', 'messages', messageSchema) },
    ...problems(400),
  },
} as const satisfies Operation;

export const createCall = {
  id: 'CreateCall',
  method: 'POST',
  path: paths.calls,
  group,
  summary: 'Call a flow as a contact',
  access,
  form: { From: address('The contact.'), To: address('An address at which a flow answers.') },
  answers: {
    201: { text: 'The call, and what it is to do.', schema: callSchema },
    ...problems(400, 404, 429),
  },
} as const satisfies Operation;

export const listCalls = {
  id: 'ListCall',
  method: 'GET',
  path: paths.calls,
  group,
  summary: 'List calls',
  access,
  query: { Status: Type.Optional(oneOf(callStatuses)), ...pageQuery },
  answers: {
    200: { text: 'A page of calls.', schema: pageOf('CallPage', 'calls', callSchema) },
    ...problems(400),
  },
} as const satisfies Operation;

export const fetchCall = {
  id: 'FetchCall',
  method: 'GET',
  path: paths.call('{Sid}'),
  group,
  summary: 'Fetch a call',
  access,
  params: { Sid: sid('CA', 'The call.') },
  answers: { 200: { text: 'The call.', schema: callSchema }, ...problems(404) },
} as const satisfies Operation;

export const updateCall = {
  id: 'UpdateCall',
  method: 'POST',
  path: paths.call('{Sid}'),
  group,
  summary: 'Say what becomes of a call that a flow placed',
  access,
  params: { Sid: sid('CA', 'The call.') },
  form: { Status: oneOf(['in-progress', 'completed', 'busy', 'no-answer', 'failed', 'canceled']) },
  answers: { 200: { text: 'The call, and what it is to do.', schema: callSchema }, ...problems(400, 404) },
} as const satisfies Operation;
