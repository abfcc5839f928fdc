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
import type { EmailOperation } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const group = 'Email: event webhooks';
const access = 'key';
const one = { id: Type.String() };
const query = {
  include: Type.Optional(Type.String({ description: '`account_status_change` adds that field.' })),
};
const webhook = { 200: { text: 'The webhook.', schema: eventWebhookSchema } } as const;
const signature = {
  200: { text: 'The public key, empty while disabled.', schema: signatureSchema },
} as const;
const oldest = 'Without an id it is the webhook that was made first.';

export const createEventWebhook = {
  id: 'CreateEventWebhook',
  method: 'POST',
  path: emailPaths.eventWebhooks,
  group,
  summary: 'Create an event webhook',
  access,
  scope: 'user.webhooks.event.settings.create',
  query,
  json: newEventWebhookSchema,
  responses: { 201: { text: 'The webhook.', schema: eventWebhookSchema }, ...errorResponses(400) },
} as const satisfies EmailOperation;

export const listEventWebhooks = {
  id: 'ListEventWebhook',
  method: 'GET',
  path: emailPaths.allEventWebhooks,
  group,
  summary: 'List the event webhooks',
  access,
  scope: 'user.webhooks.event.settings.read',
  query,
  responses: {
    200: { text: 'The webhooks, oldest first.', schema: eventWebhookListSchema },
    ...errorResponses(),
  },
} as const satisfies EmailOperation;

export const fetchOldestEventWebhook = {
  id: 'FetchOldestEventWebhook',
  method: 'GET',
  path: emailPaths.eventWebhooks,
  group,
  summary: 'Fetch the oldest event webhook',
  access,
  scope: 'user.webhooks.event.settings.read',
  query,
  responses: { ...webhook, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const fetchEventWebhook = {
  id: 'FetchEventWebhook',
  method: 'GET',
  path: emailPaths.eventWebhook.template,
  group,
  summary: 'Fetch an event webhook',
  access,
  scope: 'user.webhooks.event.settings.read',
  params: one,
  query,
  responses: { ...webhook, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const updateOldestEventWebhook = {
  id: 'UpdateOldestEventWebhook',
  method: 'PATCH',
  path: emailPaths.eventWebhooks,
  group,
  summary: 'Update the oldest event webhook',
  access,
  scope: 'user.webhooks.event.settings.update',
  query,
  json: eventWebhookChangeSchema,
  responses: { ...webhook, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const updateEventWebhook = {
  id: 'UpdateEventWebhook',
  method: 'PATCH',
  path: emailPaths.eventWebhook.template,
  group,
  summary: 'Update an event webhook',
  access,
  scope: 'user.webhooks.event.settings.update',
  params: one,
  query,
  json: eventWebhookChangeSchema,
  responses: { ...webhook, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const deleteEventWebhook = {
  id: 'DeleteEventWebhook',
  method: 'DELETE',
  path: emailPaths.eventWebhook.template,
  group,
  summary: 'Delete an event webhook',
  access,
  scope: 'user.webhooks.event.settings.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' }, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const fetchOldestSignature = {
  id: 'FetchOldestEventWebhookSignature',
  method: 'GET',
  path: emailPaths.signedEventWebhooks,
  group,
  summary: 'Fetch the public key of the oldest event webhook',
  note: oldest,
  access,
  scope: 'user.webhooks.event.settings.read',
  responses: { ...signature, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const fetchSignature = {
  id: 'FetchEventWebhookSignature',
  method: 'GET',
  path: emailPaths.signedEventWebhook.template,
  group,
  summary: 'Fetch the public key of an event webhook',
  access,
  scope: 'user.webhooks.event.settings.read',
  params: one,
  responses: { ...signature, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const switchOldestSignature = {
  id: 'SwitchOldestEventWebhookSignature',
  method: 'PATCH',
  path: emailPaths.signedEventWebhooks,
  group,
  summary: 'Turn signature verification of the oldest event webhook on or off',
  note: oldest,
  access,
  scope: 'user.webhooks.event.settings.update',
  json: signatureSwitchSchema,
  responses: { ...signature, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const switchSignature = {
  id: 'SwitchEventWebhookSignature',
  method: 'PATCH',
  path: emailPaths.signedEventWebhook.template,
  group,
  summary: 'Turn signature verification of an event webhook on or off',
  note: 'Turning it off deletes the key pair; turning it on again generates another.',
  access,
  scope: 'user.webhooks.event.settings.update',
  params: one,
  json: signatureSwitchSchema,
  responses: { ...signature, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const sendTestEvent = {
  id: 'SendTestEvent',
  method: 'POST',
  path: emailPaths.testEvent,
  group,
  summary: 'Post a test event',
  note: 'Without retries.',
  access,
  scope: 'user.webhooks.event.test.create',
  json: testEventSchema,
  responses: { 204: { text: 'Enqueued.' }, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;
