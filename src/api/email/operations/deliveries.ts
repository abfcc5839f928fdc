/** /v1/Mail/Deliveries: what became of posts to event webhooks, and having events posted again. */

import Type from 'typebox';
import { type Operation, sid, text } from '../../operation/operation.ts';
import { pageQuery } from '../../operation/page-schema.ts';
import { problemResponses } from '../../operation/problem-responses.ts';
import { paths } from '../../paths.ts';
import { deliveryPageSchema, deliverySchema, eventQueueSchema, eventRecoverySchema } from '../deliveries.ts';

const group = 'Email: deliveries of events';
const access = 'account';
const one = { Id: sid('ED', 'The attempt.') };
const webhookId = Type.String({
  description: 'The id of an event webhook.',
  pattern: '^[0-9A-Za-z-]{1,64}$',
  mismatch: 'must be the id of an event webhook',
});
const webhook = { WebhookId: webhookId };
const standing = 'Of either region. With the header `on-behalf-of`, for an account below the own one.';

export const listEventDeliveries = {
  id: 'ListMailDelivery',
  method: 'GET',
  path: paths.eventDeliveries,
  group,
  summary: 'List the attempts at posting to an event webhook',
  note: `Newest first; they are kept for 7 days, or for as long as personal data is. ${standing}`,
  access,
  query: {
    WebhookId: webhookId,
    Failed: Type.Optional(Type.Boolean({ description: 'True leaves out what was taken.' })),
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of attempts.', schema: deliveryPageSchema },
    ...problemResponses(400, 403, 404),
  },
} as const satisfies Operation;

export const fetchEventDelivery = {
  id: 'FetchMailDelivery',
  method: 'GET',
  path: paths.eventDelivery('{Id}'),
  group,
  summary: 'Fetch an attempt',
  access,
  params: one,
  responses: { 200: { text: 'The attempt.', schema: deliverySchema }, ...problemResponses(403, 404) },
} as const satisfies Operation;

export const replayEventDelivery = {
  id: 'ReplayMailDelivery',
  method: 'POST',
  path: paths.eventDeliveryReplay('{Id}'),
  group,
  summary: 'Have the events of an attempt posted again',
  note: 'Each keeps its sg_event_id. They go to where the webhook points now.',
  access,
  params: one,
  responses: {
    202: { text: 'How many are on their way.', schema: eventRecoverySchema },
    ...problemResponses(403, 404, 409),
  },
} as const satisfies Operation;

export const fetchEventQueue = {
  id: 'FetchMailEventLane',
  method: 'GET',
  path: paths.eventQueue('{WebhookId}'),
  group,
  summary: 'Fetch what waits for an event webhook, and when it is tried next',
  access,
  params: webhook,
  responses: { 200: { text: 'How it stands.', schema: eventQueueSchema }, ...problemResponses(403, 404) },
} as const satisfies Operation;

export const requeueEvents = {
  id: 'RecoverMailEvents',
  method: 'POST',
  path: paths.eventRecovery('{WebhookId}'),
  group,
  summary: 'Have all events since a time posted again',
  note: 'Those of the kinds that the webhook wants, also what happened while it was off, as long as events are kept.',
  access,
  params: webhook,
  form: { Since: text('An ISO 8601 time.', { maxLength: 40 }) },
  responses: {
    202: { text: 'How many are on their way.', schema: eventRecoverySchema },
    ...problemResponses(400, 403, 404, 409),
  },
} as const satisfies Operation;

export const postTestEvent = {
  id: 'TestMailEvents',
  method: 'POST',
  path: paths.eventTest('{WebhookId}'),
  group,
  summary: 'Post a made-up event to an event webhook',
  note: 'Once; what became of it soon stands among the attempts.',
  access,
  params: webhook,
  responses: { 202: { text: 'It is on its way.', schema: eventQueueSchema }, ...problemResponses(403, 404) },
} as const satisfies Operation;
