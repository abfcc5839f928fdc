/** /v3/user/webhooks/security/policies. They are settings of webhooks and need the same scopes. */

import { Type } from 'typebox';
import { errorResponses } from '../error.ts';
import type { EmailOperation } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import { policyChangeSchema, policyInputSchema, policyListSchema, policySchema } from '../policies.ts';

const group = 'Email: webhook security';
const access = 'key';
const one = { id: Type.String() };
const policy = { 200: { text: 'The policy.', schema: policySchema } } as const;

export const createPolicy = {
  id: 'CreateWebhookPolicy',
  method: 'POST',
  path: emailPaths.policies,
  group,
  summary: 'Create a security policy',
  access,
  scope: 'user.webhooks.event.settings.create',
  json: policyInputSchema,
  responses: { 201: { text: 'The policy.', schema: policySchema }, ...errorResponses(400) },
} as const satisfies EmailOperation;

export const listPolicies = {
  id: 'ListWebhookPolicy',
  method: 'GET',
  path: emailPaths.policies,
  group,
  summary: 'List the security policies',
  access,
  scope: 'user.webhooks.event.settings.read',
  responses: { 200: { text: 'The policies.', schema: policyListSchema }, ...errorResponses() },
} as const satisfies EmailOperation;

export const fetchPolicy = {
  id: 'FetchWebhookPolicy',
  method: 'GET',
  path: emailPaths.policy.template,
  group,
  summary: 'Fetch a security policy',
  access,
  scope: 'user.webhooks.event.settings.read',
  params: one,
  responses: { ...policy, ...errorResponses(404) },
} as const satisfies EmailOperation;

export const updatePolicy = {
  id: 'UpdateWebhookPolicy',
  method: 'PATCH',
  path: emailPaths.policy.template,
  group,
  summary: 'Update a security policy',
  note: 'OAuth ends when it is sent as null; the signature when it is sent as null or not enabled.',
  access,
  scope: 'user.webhooks.event.settings.update',
  params: one,
  json: policyChangeSchema,
  responses: { ...policy, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;

export const deletePolicy = {
  id: 'DeleteWebhookPolicy',
  method: 'DELETE',
  path: emailPaths.policy.template,
  group,
  summary: 'Delete a security policy',
  access,
  scope: 'user.webhooks.event.settings.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' }, ...errorResponses(400, 404) },
} as const satisfies EmailOperation;
