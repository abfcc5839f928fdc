/** Operations of the server itself: sessions, health checks, documents, and the webhook of carriers. */

import { type Static, Type } from 'typebox';
import { anyObject, type Operation, resource, sid, text } from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';

const access = 'anybody';
const sessions = 'Sessions';
const health = 'Health';
const state = resource('Condition', { status: Type.String() });
const sessionSchema = resource('Session', { account_sid: sid('AC'), friendly_name: Type.String() });

/** The account that the cookie, or the credentials, stand for. */
export type SessionResource = Static<typeof sessionSchema>;

export const fetchSession = {
  id: 'FetchSession',
  method: 'GET',
  path: paths.session,
  group: sessions,
  summary: 'Fetch the session',
  access,
  responses: { 200: { text: 'The account.', schema: sessionSchema }, 204: { text: 'Not signed in.' } },
} as const satisfies Operation;

export const createSession = {
  id: 'CreateSession',
  method: 'POST',
  path: paths.session,
  group: sessions,
  summary: 'Sign in',
  access,
  form: { AccountSid: text('The account.'), AuthToken: text('Its auth token.') },
  responses: {
    200: { text: 'The account, with a session cookie.', schema: sessionSchema },
    ...problemResponses(400, 401, 403),
  },
} as const satisfies Operation;

export const deleteSession = {
  id: 'DeleteSession',
  method: 'DELETE',
  path: paths.session,
  group: sessions,
  summary: 'Sign out',
  access,
  responses: { 204: { text: 'Signed out.' }, ...problemResponses(403) },
} as const satisfies Operation;

export const followSignInLink = {
  id: 'FollowSignInLink',
  method: 'GET',
  path: '/sign-in',
  group: sessions,
  summary: 'Sign in with the link that is printed at startup',
  access,
  query: { token: Type.Optional(Type.String({ description: 'Single use.' })) },
  responses: {
    200: { text: 'The sign-in page, without a token.', type: 'text/html' },
    303: { text: 'Redirect to the app, with or without a session.' },
    ...problemResponses(404),
  },
} as const satisfies Operation;

export const isAlive = {
  id: 'IsAlive',
  method: 'GET',
  path: '/healthz',
  group: health,
  summary: 'Liveness check',
  access,
  responses: { 200: { text: 'The process is alive.', schema: state } },
} as const satisfies Operation;

export const isReady = {
  id: 'IsReady',
  method: 'GET',
  path: '/readyz',
  group: health,
  summary: 'Readiness check',
  access,
  responses: { 200: { text: 'Ready.', schema: state }, 503: { text: 'Not ready.', schema: state } },
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

export const fetchTriggerSchema = {
  id: 'FetchTriggerSchema',
  method: 'GET',
  path: paths.triggerSchema,
  group: 'Documents',
  summary: 'Fetch the schema of the trigger widget',
  access,
  responses: { 200: { text: 'A JSON Schema.', schema: anyObject(), type: 'application/schema+json' } },
} as const satisfies Operation;

export const fetchCapturePaymentsSchema = {
  id: 'FetchCapturePaymentsSchema',
  method: 'GET',
  path: paths.capturePaymentsSchema,
  group: 'Documents',
  summary: 'Fetch the schema of the capture-payments widget',
  access,
  responses: { 200: { text: 'A JSON Schema.', schema: anyObject(), type: 'application/schema+json' } },
} as const satisfies Operation;

export const fetchFlowTestSchema = {
  id: 'FetchFlowTestSchema',
  method: 'GET',
  path: paths.flowTestSchema,
  group: 'Documents',
  summary: 'Fetch the schema of flow tests',
  note: 'Public, like the other schemas: editors fetch it without credentials, and it has nothing of an account.',
  access,
  responses: { 200: { text: 'A JSON Schema.', schema: anyObject(), type: 'application/schema+json' } },
} as const satisfies Operation;

export const followShortLink = {
  id: 'FollowShortLink',
  method: 'GET',
  path: paths.shortLink.template,
  group: 'Messages',
  summary: 'Follow a short link of a message',
  note: 'Public: the people who get the messages have no account. The visit is noted on the execution.',
  access,
  params: { Id: Type.String({ description: 'The random id of the link.' }) },
  responses: {
    302: { text: 'The target of the link.' },
    404: { text: 'There is no such link, or not any more.', type: 'text/plain' },
  },
} as const satisfies Operation;

export const fetchOpenApi = {
  id: 'FetchOpenApi',
  method: 'GET',
  path: paths.openapi,
  group: 'Documents',
  summary: 'Fetch the OpenAPI 3.1 document',
  access,
  responses: { 200: { text: 'The document.', schema: anyObject() } },
} as const satisfies Operation;

export const readDocs = {
  id: 'ReadDocs',
  method: 'GET',
  path: paths.docs,
  group: 'Documents',
  summary: 'Read the API reference',
  access,
  responses: { 200: { text: 'A page.', type: 'text/html' } },
} as const satisfies Operation;

export const explainError = {
  id: 'ExplainError',
  method: 'GET',
  path: '/errors/{Code}',
  group: 'Documents',
  summary: 'Read the explanation of an error code',
  access,
  params: { Code: text('The code of an error response.') },
  responses: { 200: { text: 'A page.', type: 'text/html' }, ...problemResponses(404) },
} as const satisfies Operation;

const webhook = {
  path: paths.webhook.template,
  group: 'Carriers',
  summary: 'Webhook of a flow',
  note: 'Called by carriers: with a MessageSid for a message, with a CallSid for a call. Further fields become variables of the flow. The response is markup.',
  access,
  params: { AccountSid: sid('AC', 'The account.'), FlowSid: sid('FW', 'The flow.') },
  responses: { 200: { text: 'Markup.', type: 'text/xml' }, ...problemResponses(400, 403, 404, 429) },
} as const;

const webhookSecret = {
  FlowSecret: Type.Optional(
    text(
      'The secret of the flow: for the test carrier, in requests that do not come from the server’s machine.',
    ),
  ),
};

const webhookFields = {
  From: Type.Optional(text('The sender or caller.')),
  To: Type.Optional(text('The address of the flow.')),
  MessageSid: Type.Optional(text('The message.')),
  Body: Type.Optional(text('The text of the message.')),
  CallSid: Type.Optional(text('The call.')),
  CallStatus: Type.Optional(text('The status of the call.')),
};

export const postWebhook = {
  ...webhook,
  id: 'PostToFlow',
  method: 'POST',
  query: webhookSecret,
  form: webhookFields,
} as const satisfies Operation;

export const getWebhook = {
  ...webhook,
  id: 'TellFlow',
  method: 'GET',
  query: { ...webhookFields, ...webhookSecret },
} as const satisfies Operation;
