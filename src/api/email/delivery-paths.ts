/** Paths of /v1/Mail/Deliveries; apart from the others, as the page has none of them. */

import { at } from '../operation/path-template.ts';

export const deliveryPaths = {
  eventDeliveries: '/v1/Mail/Deliveries',
  eventDelivery: at('/v1/Mail/Deliveries/{Id}'),
  eventDeliveryEvents: at('/v1/Mail/Deliveries/{Id}/Events'),
  eventDeliveryReplay: at('/v1/Mail/Deliveries/{Id}/Replay'),
  eventQueue: at('/v1/Mail/Deliveries/Webhooks/{WebhookId}'),
  eventQueues: '/v1/Mail/Deliveries/Webhooks',
  eventResumption: at('/v1/Mail/Deliveries/Webhooks/{WebhookId}/Resume'),
  eventRecovery: at('/v1/Mail/Deliveries/Webhooks/{WebhookId}/Recover'),
  eventTest: at('/v1/Mail/Deliveries/Webhooks/{WebhookId}/Test'),
} as const;
