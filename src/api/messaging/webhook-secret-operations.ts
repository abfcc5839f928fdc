/** Operations of /v1/WebhookSecrets: the webhook URL of a flow with which its test carrier can be reached from elsewhere. */

import type { Static } from 'typebox';
import { dateTime, operationsIn, resource, sid, url } from '../operation/operation.ts';
import { paths } from '../paths.ts';

const schema = resource('WebhookSecret', {
  account_sid: sid('AC'),
  flow_sid: sid('FW'),
  webhook_url: url({ description: 'With the secret of the flow.' }),
  date_created: dateTime({ description: 'When the secret was made, or last replaced.' }),
  url: url(),
});

export type WebhookSecretResource = Static<typeof schema>;

const base = {
  path: paths.webhookSecret.template,
  params: { FlowSid: sid('FW', 'The flow.') },
} as const;

const operation = operationsIn('Test carrier');

export const fetchWebhookSecret = operation({
  ...base,
  id: 'FetchWebhookSecret',
  permission: 'keys.write',
  method: 'GET',
  summary: 'Fetch the webhook URL with the secret of the flow',
  note: 'Posts for addresses of the test carrier are accepted from this machine; from elsewhere only at this URL.',
  responses: { 200: { text: 'The URL.', schema } },
});

export const rotateWebhookSecret = operation({
  ...base,
  id: 'RotateWebhookSecret',
  permission: 'keys.write',
  method: 'POST',
  audit: { object: 'flow' },
  summary: 'Replace the secret in the webhook URL of the flow',
  note: 'The URL with the old secret stops working at once.',
  responses: { 200: { text: 'The new URL.', schema } },
});
