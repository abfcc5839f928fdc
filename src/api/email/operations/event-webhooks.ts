/** /v3/user/webhooks/event: settings, signatures and the test event. */

import { Type } from 'typebox';
import { errorResponses } from '../error.ts';
import {
  eventWebhookChangeSchema,
  eventWebhookListSchema,
  eventWebhookSchema,
  newEventWebhookSchema,
  signatureSchema,
  signatureSwitchSchema,
  testEventSchema,
} from '../event-webhooks.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: event webhooks');
const one = { id: Type.String() };
const query = {
  include: Type.Optional(Type.String({ description: '`account_status_change` adds that field.' })),
};
const webhook = { 200: { text: 'The webhook.', schema: eventWebhookSchema } } as const;
const signature = {
  200: { text: 'The public key, empty while disabled.', schema: signatureSchema },
} as const;
const oldest = 'Without an id it is the webhook that was made first.';

export const createEventWebhook = operation({
  id: 'CreateEventWebhook',
  permission: 'email.write',
  method: 'POST',
  audit: {
    object: 'email_webhook',
    shows: ['friendly_name', 'url', 'enabled'],
    secrets: ['oauth_client_secret'],
  },
  path: emailPaths.eventWebhooks,
  summary: 'Create an event webhook',
  scope: 'user.webhooks.event.settings.create',
  query,
  json: newEventWebhookSchema,
  responses: { 201: { text: 'The webhook.', schema: eventWebhookSchema } },
});

export const listEventWebhooks = operation({
  id: 'ListEventWebhook',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.allEventWebhooks,
  summary: 'List the event webhooks',
  scope: 'user.webhooks.event.settings.read',
  query,
  responses: { 200: { text: 'The webhooks, oldest first.', schema: eventWebhookListSchema } },
});

export const fetchOldestEventWebhook = operation({
  id: 'FetchOldestEventWebhook',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.eventWebhooks,
  summary: 'Fetch the oldest event webhook',
  scope: 'user.webhooks.event.settings.read',
  query,
  responses: { ...webhook, ...errorResponses(404) },
});

export const fetchEventWebhook = operation({
  id: 'FetchEventWebhook',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.eventWebhook.template,
  summary: 'Fetch an event webhook',
  scope: 'user.webhooks.event.settings.read',
  params: one,
  query,
  responses: { ...webhook },
});

export const updateOldestEventWebhook = operation({
  id: 'UpdateOldestEventWebhook',
  permission: 'email.write',
  method: 'PATCH',
  audit: {
    object: 'email_webhook',
    shows: ['friendly_name', 'url', 'enabled'],
    secrets: ['oauth_client_secret'],
  },
  path: emailPaths.eventWebhooks,
  summary: 'Update the oldest event webhook',
  scope: 'user.webhooks.event.settings.update',
  query,
  json: eventWebhookChangeSchema,
  responses: { ...webhook, ...errorResponses(404) },
});

export const updateEventWebhook = operation({
  id: 'UpdateEventWebhook',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_webhook', secrets: ['oauth_client_secret'] },
  path: emailPaths.eventWebhook.template,
  summary: 'Update an event webhook',
  scope: 'user.webhooks.event.settings.update',
  params: one,
  query,
  json: eventWebhookChangeSchema,
  responses: { ...webhook },
});

export const deleteEventWebhook = operation({
  id: 'DeleteEventWebhook',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_webhook' },
  path: emailPaths.eventWebhook.template,
  summary: 'Delete an event webhook',
  scope: 'user.webhooks.event.settings.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const fetchOldestSignature = operation({
  id: 'FetchOldestEventWebhookSignature',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.signedEventWebhooks,
  summary: 'Fetch the public key of the oldest event webhook',
  note: oldest,
  scope: 'user.webhooks.event.settings.read',
  responses: { ...signature, ...errorResponses(404) },
});

export const fetchSignature = operation({
  id: 'FetchEventWebhookSignature',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.signedEventWebhook.template,
  summary: 'Fetch the public key of an event webhook',
  scope: 'user.webhooks.event.settings.read',
  params: one,
  responses: { ...signature },
});

export const switchOldestSignature = operation({
  id: 'SwitchOldestEventWebhookSignature',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_webhook', shows: ['enabled'] },
  path: emailPaths.signedEventWebhooks,
  summary: 'Turn signature verification of the oldest event webhook on or off',
  note: oldest,
  scope: 'user.webhooks.event.settings.update',
  json: signatureSwitchSchema,
  responses: { ...signature, ...errorResponses(404) },
});

export const switchSignature = operation({
  id: 'SwitchEventWebhookSignature',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_webhook', shows: ['enabled'] },
  path: emailPaths.signedEventWebhook.template,
  summary: 'Turn signature verification of an event webhook on or off',
  note: 'Turning it off deletes the key pair; turning it on again generates another.',
  scope: 'user.webhooks.event.settings.update',
  params: one,
  json: signatureSwitchSchema,
  responses: { ...signature },
});

export const sendTestEvent = operation({
  id: 'SendTestEvent',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_webhook' },
  path: emailPaths.testEvent,
  summary: 'Post a test event',
  note: 'Without retries.',
  scope: 'user.webhooks.event.test.create',
  json: testEventSchema,
  responses: { 204: { text: 'Enqueued.' }, ...errorResponses(404) },
});
