/** /v3/user/webhooks/security/policies. They are settings of webhooks and need the same scopes. */

import { Type } from 'typebox';
import { errorResponses } from '../error.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import { policyChangeSchema, policyInputSchema, policyListSchema, policySchema } from '../policies.ts';

const operation = emailOperationsIn('Email: webhook security');
const one = { id: Type.String() };
const policy = { 200: { text: 'The policy.', schema: policySchema } } as const;

export const createPolicy = operation({
  id: 'CreateWebhookPolicy',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_policy', shows: ['name'] },
  path: emailPaths.policies,
  summary: 'Create a security policy',
  scope: 'user.webhooks.event.settings.create',
  json: policyInputSchema,
  responses: { 201: { text: 'The policy.', schema: policySchema } },
});

export const listPolicies = operation({
  id: 'ListWebhookPolicy',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.policies,
  summary: 'List the security policies',
  scope: 'user.webhooks.event.settings.read',
  responses: { 200: { text: 'The policies.', schema: policyListSchema } },
});

export const fetchPolicy = operation({
  id: 'FetchWebhookPolicy',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.policy.template,
  summary: 'Fetch a security policy',
  scope: 'user.webhooks.event.settings.read',
  params: one,
  responses: { ...policy },
});

export const updatePolicy = operation({
  id: 'UpdateWebhookPolicy',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_policy' },
  path: emailPaths.policy.template,
  summary: 'Update a security policy',
  note: 'OAuth ends when it is sent as null; the signature when it is sent as null or not enabled.',
  scope: 'user.webhooks.event.settings.update',
  params: one,
  json: policyChangeSchema,
  responses: { ...policy },
});

export const deletePolicy = operation({
  id: 'DeleteWebhookPolicy',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_policy' },
  path: emailPaths.policy.template,
  summary: 'Delete a security policy',
  scope: 'user.webhooks.event.settings.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' }, ...errorResponses(400) },
});
