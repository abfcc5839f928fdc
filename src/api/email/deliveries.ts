/** Delivery attempts of event webhooks, and their queues. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { pageOf } from '../operation/page-schema.ts';
import { mailEventSchema } from './outbound.ts';
import { regions } from './regions.ts';

/** `failed` is a failed test event: it is not retried. With `given_up` the webhook was paused. */
export const deliveryStatuses = ['delivered', 'retrying', 'given_up', 'failed'] as const;

export const queueStates = ['healthy', 'failing', 'paused', 'disabled'] as const;

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

const headers = (description: string) =>
  nullable(
    Type.Array(
      resource('MailDeliveryHeader', { name: Type.String(), value: Type.String({ personal: 'text' }) }),
      { description },
    ),
  );

export const deliverySchema = resource('MailDelivery', {
  id: sid('ED'),
  account_sid: sid('AC'),
  webhook_id: Type.String(),
  region: oneOf(regions),
  status: oneOf(deliveryStatuses),
  is_test: Type.Boolean(),
  events: count(),
  kinds: Type.Record(Type.String(), count(), { description: 'Events of each kind.' }),
  response_status: nullable(Type.Integer({ description: 'Null without a response.' })),
  response_start: nullable(Type.String({ personal: 'text', description: 'The beginning of the response.' })),
  latency_ms: count(),
  problem: nullable(Type.String({ description: 'Why it failed.' })),
  request_headers: headers(
    'Those that were sent, without credentials; null of posts of before this was kept.',
  ),
  response_headers: headers('Those of the response, without cookies; null without a response.'),
  given_up: count('Events that were dropped with it, by a version that did so; now 0.'),
  date_made: dateTime(),
  date_next: nullable(dateTime()),
  url: url(),
  links: resource('MailDeliveryLinks', { events: url(), replay: url(), webhook: url() }),
});

export type EventDelivery = Static<typeof deliverySchema>;

export const deliveryEventsSchema = resource('MailDeliveryEvents', {
  delivery_id: sid('ED'),
  events: Type.Array(mailEventSchema, {
    description:
      'Those that it held and that are still stored, in their order: the body is a JSON array of them.',
  }),
  is_complete: Type.Boolean({
    description: 'False where events of it were removed since, or it was a test.',
  }),
});

export const deliveryPageSchema = pageOf('MailDeliveryPage', 'deliveries', deliverySchema);

export type EventDeliveryPage = Static<typeof deliveryPageSchema>;

export const eventQueueSchema = resource('MailEventLane', {
  webhook_id: Type.String(),
  account_sid: sid('AC'),
  region: oneOf(regions),
  friendly_name: nullable(Type.String()),
  destination: Type.String({ description: 'The URL of the webhook.' }),
  is_enabled: Type.Boolean(),
  state: oneOf(
    queueStates,
    'Paused: it failed for three days, so nothing is posted until it is resumed; its events wait.',
  ),
  waiting: count('Events that are still to be posted.'),
  failures: count('Attempts in a row that failed.'),
  failures_of_day: count('Attempts of the last 24 hours that failed.'),
  failing_since: nullable(dateTime()),
  paused_since: nullable(dateTime()),
  date_next: nullable(dateTime()),
  url: url(),
  links: resource('MailEventLaneLinks', { deliveries: url(), recover: url(), resume: url(), test: url() }),
});

export const eventQueuesSchema = resource('MailEventLanes', { queues: Type.Array(eventQueueSchema) });

export type EventQueue = Static<typeof eventQueueSchema>;

export const eventRecoverySchema = resource('MailEventRecovery', {
  webhook_id: Type.String(),
  events: count('Events that now wait and did not before.'),
});
