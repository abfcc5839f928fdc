/** What the server says of itself and of who is signed in, and where carriers post. */

import Type from 'typebox';
import { anyObject, type Operation, resource, sid, text } from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';

const access = 'anybody';
const page = 'Signing in to the page';
const condition = 'Condition';
const state = resource('Condition', { status: Type.String() });
const sessionSchema = resource('Session', { account_sid: sid('AC'), friendly_name: Type.String() });

export const fetchSession = {
  id: 'FetchSession',
  method: 'GET',
  path: paths.session,
  group: page,
  summary: 'Fetch who is signed in',
  access,
  responses: { 200: { text: 'The account.', schema: sessionSchema }, 204: { text: 'Nobody.' } },
} as const satisfies Operation;

export const createSession = {
  id: 'CreateSession',
  method: 'POST',
  path: paths.session,
  group: page,
  summary: 'Sign in',
  access,
  form: { AccountSid: text('The account.'), AuthToken: text('Its auth token.') },
  responses: {
    200: { text: 'The account, and a cookie.', schema: sessionSchema },
    ...problemResponses(400, 401, 403),
  },
} as const satisfies Operation;

export const deleteSession = {
  id: 'DeleteSession',
  method: 'DELETE',
  path: paths.session,
  group: page,
  summary: 'Sign out',
  access,
  responses: { 204: { text: 'Nobody is signed in.' }, ...problemResponses(403) },
} as const satisfies Operation;

export const followSignInLink = {
  id: 'FollowSignInLink',
  method: 'GET',
  path: '/sign-in',
  group: page,
  summary: 'Sign in by the link that the start prints',
  access,
  query: { token: Type.Optional(Type.String({ description: 'Works once.' })) },
  responses: {
    200: { text: 'The page on which one signs in, for who has no link.', type: 'text/html' },
    303: { text: 'On to the page, with or without a session.' },
    ...problemResponses(404),
  },
} as const satisfies Operation;

export const isAlive = {
  id: 'IsAlive',
  method: 'GET',
  path: '/healthz',
  group: condition,
  summary: 'Ask whether the process lives',
  access,
  responses: { 200: { text: 'It does.', schema: state } },
} as const satisfies Operation;

export const isReady = {
  id: 'IsReady',
  method: 'GET',
  path: '/readyz',
  group: condition,
  summary: 'Ask whether it can serve',
  access,
  responses: { 200: { text: 'It can.', schema: state }, 503: { text: 'It cannot.', schema: state } },
} as const satisfies Operation;

export const fetchDefinitionSchema = {
  id: 'FetchDefinitionSchema',
  method: 'GET',
  path: paths.definitionSchema,
  group: 'Documents',
  summary: 'Fetch the schema of flow definitions',
  access,
  responses: { 200: { text: 'A JSON Schema.', schema: anyObject(), type: 'application/schema+json' } },
} as const satisfies Operation;

export const fetchOpenApi = {
  id: 'FetchOpenApi',
  method: 'GET',
  path: paths.openapi,
  group: 'Documents',
  summary: 'Fetch this description as OpenAPI 3.1',
  access,
  responses: { 200: { text: 'The document.', schema: anyObject() } },
} as const satisfies Operation;

export const readDocs = {
  id: 'ReadDocs',
  method: 'GET',
  path: paths.docs,
  group: 'Documents',
  summary: 'Read this description',
  access,
  responses: { 200: { text: 'A page.', type: 'text/html' } },
} as const satisfies Operation;

export const explainError = {
  id: 'ExplainError',
  method: 'GET',
  path: '/errors/{Code}',
  group: 'Documents',
  summary: 'Read what an error code means',
  access,
  params: { Code: text('The code of an error answer.') },
  responses: { 200: { text: 'A page.', type: 'text/html' }, ...problemResponses(404) },
} as const satisfies Operation;

const webhook = {
  path: paths.webhook('{AccountSid}', '{FlowSid}'),
  group: 'Carriers',
  summary: 'Tell a flow what happened at its address',
  note: 'Called by carriers: with a MessageSid for a message, with a CallSid for a call. Further fields are kept for the flow to read. The answer is markup that says what to do.',
  access,
  params: { AccountSid: sid('AC', 'The account.'), FlowSid: sid('FW', 'The flow.') },
  responses: { 200: { text: 'What to do.', type: 'text/xml' }, ...problemResponses(400, 403, 404, 429) },
} as const;

const webhookFields = {
  From: Type.Optional(text('Who writes or calls.')),
  To: Type.Optional(text('The address of the flow.')),
  MessageSid: Type.Optional(text('The message.')),
  Body: Type.Optional(text('What it says.')),
  CallSid: Type.Optional(text('The call.')),
  CallStatus: Type.Optional(text('How it stands.')),
};

export const postWebhook = {
  ...webhook,
  id: 'PostToFlow',
  method: 'POST',
  form: webhookFields,
} as const satisfies Operation;

export const getWebhook = {
  ...webhook,
  id: 'TellFlow',
  method: 'GET',
  query: webhookFields,
} as const satisfies Operation;
