/** Operations of the server itself: sessions, health checks, documents, and the webhook of carriers. */

import { Type } from 'typebox';
import { anyObject, operationsIn, resource, sid, text } from '../operation/operation.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { secondStepSchema, sessionSchema } from '../people/schemas.ts';
import { signedOutSchema } from '../people/sign-in-schemas.ts';

const sessionOperation = operationsIn('Sessions', 'anybody');
const healthOperation = operationsIn('Health', 'anybody');
const documentOperation = operationsIn('Documents', 'anybody');
const linkOperation = operationsIn('Messages', 'anybody');
const webhookOperation = operationsIn('Carriers', 'anybody');
const state = resource('Condition', { status: Type.String() });
const alive = resource('Liveness', {
  status: Type.Literal('ok'),
  version: Type.String({ description: 'Of the server: major, minor, patch.' }),
});

export const fetchSession = sessionOperation({
  id: 'FetchSession',
  method: 'GET',
  path: paths.session,
  summary: 'Fetch the session',
  responses: {
    200: { text: 'Who is signed in.', schema: sessionSchema },
    204: { text: 'Not signed in.' },
  },
});

export const createSession = sessionOperation({
  id: 'CreateSession',
  method: 'POST',
  audit: { object: 'session' },
  path: paths.session,
  summary: 'Sign in',
  note: 'By email address and password, or by the SID and the auth token of an account.',
  rules: {
    Email: 'Required with Password, and not together with AccountSid.',
    AccountSid: 'Required with AuthToken.',
  },
  form: {
    Email: Type.Optional(Type.String({ maxLength: 254, description: 'Of a person.' })),
    Password: Type.Optional(Type.String({ maxLength: 200, description: 'Of the person.' })),
    AccountSid: Type.Optional(Type.String({ maxLength: 34, description: 'The account.' })),
    AuthToken: Type.Optional(Type.String({ maxLength: 200, description: 'Its auth token.' })),
  },
  responses: {
    200: { text: 'Who is signed in, with a session cookie.', schema: sessionSchema },
    202: { text: 'The password is right, and the second factor is needed.', schema: secondStepSchema },
    ...problemResponses(400, 401, 403, 429),
  },
});

export const deleteSession = sessionOperation({
  id: 'DeleteSession',
  method: 'DELETE',
  audit: { object: 'session' },
  path: paths.session,
  summary: 'Sign out',
  responses: {
    200: { text: 'Signed out here; the browser signs out at its provider as well.', schema: signedOutSchema },
    204: { text: 'Signed out.' },
    ...problemResponses(403),
  },
});

export const followSignInLink = sessionOperation({
  id: 'FollowSignInLink',
  method: 'GET',
  audit: { object: 'session' },
  path: '/sign-in',
  summary: 'Sign in with the link that is printed at startup',
  query: { token: Type.Optional(Type.String({ description: 'Single use.' })) },
  responses: {
    200: { text: 'The sign-in page, without a token.', type: 'text/html' },
    303: { text: 'Redirect to the app, with or without a session.' },
    ...problemResponses(404),
  },
});

export const isAlive = healthOperation({
  id: 'IsAlive',
  method: 'GET',
  path: '/healthz',
  summary: 'Liveness check',
  responses: { 200: { text: 'The process is alive.', schema: alive } },
});

export const isReady = healthOperation({
  id: 'IsReady',
  method: 'GET',
  path: '/readyz',
  summary: 'Readiness check',
  responses: { 200: { text: 'Ready.', schema: state }, 503: { text: 'Not ready.', schema: state } },
});

export const fetchDefinitionSchema = documentOperation({
  id: 'FetchDefinitionSchema',
  method: 'GET',
  path: paths.definitionSchema,
  summary: 'Fetch the schema of flow definitions',
  responses: { 200: { text: 'A JSON Schema.', schema: anyObject(), type: 'application/schema+json' } },
});

export const fetchTriggerSchema = documentOperation({
  id: 'FetchTriggerSchema',
  method: 'GET',
  path: paths.triggerSchema,
  summary: 'Fetch the schema of the trigger widget',
  responses: { 200: { text: 'A JSON Schema.', schema: anyObject(), type: 'application/schema+json' } },
});

export const fetchCapturePaymentsSchema = documentOperation({
  id: 'FetchCapturePaymentsSchema',
  method: 'GET',
  path: paths.capturePaymentsSchema,
  summary: 'Fetch the schema of the capture-payments widget',
  responses: { 200: { text: 'A JSON Schema.', schema: anyObject(), type: 'application/schema+json' } },
});

export const fetchFlowTestSchema = documentOperation({
  id: 'FetchFlowTestSchema',
  method: 'GET',
  path: paths.flowTestSchema,
  summary: 'Fetch the schema of flow tests',
  note: 'Public, like the other schemas: editors fetch it without credentials, and it has nothing of an account.',
  responses: { 200: { text: 'A JSON Schema.', schema: anyObject(), type: 'application/schema+json' } },
});

export const followShortLink = linkOperation({
  id: 'FollowShortLink',
  method: 'GET',
  path: paths.shortLink.template,
  summary: 'Follow a short link of a message',
  note: 'Public: the people who get the messages have no account. The visit is noted on the execution.',
  params: { Id: Type.String({ description: 'The random id of the link.' }) },
  responses: {
    302: { text: 'The target of the link.' },
    404: { text: 'There is no such link, or not any more.', type: 'text/plain' },
  },
});

export const fetchOpenApi = documentOperation({
  id: 'FetchOpenApi',
  method: 'GET',
  path: paths.openapi,
  summary: 'Fetch the OpenAPI 3.1 document',
  responses: { 200: { text: 'The document.', schema: anyObject() } },
});

export const readDocs = documentOperation({
  id: 'ReadDocs',
  method: 'GET',
  path: paths.docs,
  summary: 'Read the API reference',
  responses: { 200: { text: 'A page.', type: 'text/html' } },
});

export const explainError = documentOperation({
  id: 'ExplainError',
  method: 'GET',
  path: '/errors/{Code}',
  summary: 'Read the explanation of an error code',
  params: { Code: text('The code of an error response.') },
  responses: { 200: { text: 'A page.', type: 'text/html' }, ...problemResponses(404) },
});

const webhook = {
  path: paths.webhook.template,
  summary: 'Webhook of a flow',
  note: 'Called by carriers: with a MessageSid for a message, with a CallSid for a call. Further fields become variables of the flow. The response is markup.',
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

export const postWebhook = webhookOperation({
  ...webhook,
  id: 'PostToFlow',
  method: 'POST',
  audit: { none: 'Traffic: a carrier delivers a message or call of a contact.' },
  query: webhookSecret,
  form: webhookFields,
});

export const getWebhook = webhookOperation({
  ...webhook,
  id: 'TellFlow',
  method: 'GET',
  query: { ...webhookFields, ...webhookSecret },
});
