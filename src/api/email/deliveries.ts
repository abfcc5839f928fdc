/** Delivery attempts of event webhooks, and their queues. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, resource, sid, url } from '../operation/operation.ts';
import { pageOf } from '../operation/page-schema.ts';
import { regions } from './regions.ts';

/** `failed` is a failed test event: it is not retried. */
export const deliveryStatuses = ['delivered', 'retrying', 'given_up', 'failed'] as const;

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });

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
  given_up: count('Events that were dropped with it, after a day of retries.'),
  date_made: dateTime(),
  date_next: nullable(dateTime()),
  url: url(),
  links: resource('MailDeliveryLinks', { replay: url(), webhook: url() }),
});

export type EventDelivery = Static<typeof deliverySchema>;

export const deliveryPageSchema = pageOf('MailDeliveryPage', 'deliveries', deliverySchema);

export type EventDeliveryPage = Static<typeof deliveryPageSchema>;

export const eventQueueSchema = resource('MailEventLane', {
  webhook_id: Type.String(),
  account_sid: sid('AC'),
  region: oneOf(regions),
  is_enabled: Type.Boolean(),
  waiting: count('Events that are still to be posted.'),
  failures: count('Attempts in a row that failed.'),
  failing_since: nullable(dateTime()),
  date_next: nullable(dateTime()),
  url: url(),
  links: resource('MailEventLaneLinks', { deliveries: url(), recover: url(), test: url() }),
});

export type EventQueue = Static<typeof eventQueueSchema>;

export const eventRecoverySchema = resource('MailEventRecovery', {
  webhook_id: Type.String(),
  events: count('Events that now wait and did not before.'),
});
