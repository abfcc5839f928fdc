/** /v1/Mail/Deliveries: delivery attempts of event webhooks, replay and recovery. */

import { Type } from 'typebox';
import { oneOf, operationsIn, sid, text, time } from '../../operation/operation.ts';
import { pageQuery } from '../../operation/page-schema.ts';
import { problemResponses } from '../../operation/problem-responses.ts';
import {
  deliveryEventsSchema,
  deliveryPageSchema,
  deliverySchema,
  eventQueueSchema,
  eventQueuesSchema,
  eventRecoverySchema,
} from '../deliveries.ts';
import { deliveryPaths } from '../delivery-paths.ts';
import { regions } from '../regions.ts';

const operation = operationsIn('Email: event deliveries');
const one = { Id: sid('ED', 'The attempt.') };
const webhookId = Type.String({
  description: 'The id of an event webhook.',
  pattern: '^[0-9A-Za-z-]{1,64}$',
  mismatch: 'must be the id of an event webhook',
});
const webhook = { WebhookId: webhookId };
const onBehalfOfNote = 'In both regions. With the header `on-behalf-of`, for a subaccount.';

export const listEventDeliveries = operation({
  id: 'ListMailDelivery',
  permission: 'email.read',
  method: 'GET',
  path: deliveryPaths.eventDeliveries,
  summary: 'List the delivery attempts of an event webhook',
  note: `Newest first; they are kept for 7 days, or as long as personal data. ${onBehalfOfNote}`,
  query: {
    WebhookId: webhookId,
    Recipient: Type.Optional(
      text('Only those that had events of the newest 20 emails to this address; all on one page.', {
        maxLength: 320,
        personal: 'address',
      }),
    ),
    Failed: Type.Optional(Type.Boolean({ description: 'True leaves out successful attempts.' })),
    ...pageQuery,
  },
  responses: {
    200: { text: 'A page of attempts.', schema: deliveryPageSchema },
    ...problemResponses(404),
  },
});

export const fetchEventDelivery = operation({
  id: 'FetchMailDelivery',
  permission: 'email.read',
  method: 'GET',
  path: deliveryPaths.eventDelivery.template,
  summary: 'Fetch a delivery attempt',
  params: one,
  responses: { 200: { text: 'The attempt.', schema: deliverySchema } },
});

export const fetchDeliveryEvents = operation({
  id: 'ListMailDeliveryEvents',
  permission: 'email.read',
  method: 'GET',
  path: deliveryPaths.eventDeliveryEvents.template,
  summary: 'List the events that a delivery attempt held',
  params: one,
  responses: { 200: { text: 'The events.', schema: deliveryEventsSchema } },
});

export const replayEventDelivery = operation({
  id: 'ReplayMailDelivery',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_delivery' },
  path: deliveryPaths.eventDeliveryReplay.template,
  summary: 'Replay the events of a delivery attempt',
  note: 'Each keeps its sg_event_id. They are posted to the current URL of the webhook.',
  params: one,
  responses: {
    202: { text: 'The number of enqueued events.', schema: eventRecoverySchema },
    ...problemResponses(409),
  },
});

export const fetchEventQueue = operation({
  id: 'FetchMailEventLane',
  permission: 'email.read',
  method: 'GET',
  path: deliveryPaths.eventQueue.template,
  summary: 'Fetch the delivery queue of an event webhook',
  params: webhook,
  responses: { 200: { text: 'The queue, and the time of the next attempt.', schema: eventQueueSchema } },
});

export const listEventQueues = operation({
  id: 'ListMailEventLane',
  permission: 'email.read',
  method: 'GET',
  path: deliveryPaths.eventQueues,
  summary: 'List the delivery queues of all event webhooks',
  note: 'Oldest webhook first: which are healthy, failing or paused, since when, and what waits. With the header `on-behalf-of`, for a subaccount.',
  query: { Region: Type.Optional(oneOf(regions, 'Default: global.')) },
  responses: { 200: { text: 'The queues.', schema: eventQueuesSchema } },
});

export const resumeEvents = operation({
  id: 'ResumeMailEvents',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_webhook' },
  path: deliveryPaths.eventResumption.template,
  summary: 'Resume an event webhook that is paused, or try a failing one now',
  note: 'What waits is posted at once, in order. When it fails again, it is retried for three days before it is paused again.',
  params: webhook,
  responses: {
    200: { text: 'The queue.', schema: eventQueueSchema },
    ...problemResponses(409),
  },
});

export const requeueEvents = operation({
  id: 'RecoverMailEvents',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_webhook', shows: ['Since'] },
  path: deliveryPaths.eventRecovery.template,
  summary: 'Recover all events since a time',
  note: 'Events of the subscribed kinds that are still stored, also those from while the webhook was disabled.',
  params: webhook,
  form: { Since: time('Events since then.') },
  responses: {
    202: { text: 'The number of enqueued events.', schema: eventRecoverySchema },
    ...problemResponses(409),
  },
});

export const postTestEvent = operation({
  id: 'TestMailEvents',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_webhook' },
  path: deliveryPaths.eventTest.template,
  summary: 'Post a test event to an event webhook',
  note: 'Without retries; the result is listed as a delivery attempt.',
  params: webhook,
  responses: { 202: { text: 'Enqueued.', schema: eventQueueSchema } },
});
