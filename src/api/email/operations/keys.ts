/** /v3/api_keys and /v3/scopes. */

import { Type } from 'typebox';
import {
  apiKeyWithSecretSchema,
  keyChangeSchema,
  keyListSchema,
  keyNameSchema,
  keySchema,
  keySummarySchema,
  newKeySchema,
  scopeListSchema,
} from '../keys.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: API keys');
const one = { api_key_id: Type.String() };

export const createKey = operation({
  id: 'CreateApiKey',
  permission: 'keys.write',
  method: 'POST',
  audit: { object: 'email_key', shows: ['name'], counts: ['scopes'] },
  path: emailPaths.keys,
  summary: 'Create an API key',
  note: 'Only this response shows the key. Without scopes it has Full Access.',
  scope: 'api_keys.create',
  json: newKeySchema,
  responses: { 201: { text: 'The key.', schema: apiKeyWithSecretSchema } },
});

export const listKeys = operation({
  id: 'ListApiKey',
  permission: 'keys.write',
  method: 'GET',
  path: emailPaths.keys,
  summary: 'List the keys',
  scope: 'api_keys.read',
  query: {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    include: Type.Optional(Type.String({ description: '`usage` adds how each key is used.' })),
  },
  responses: { 200: { text: 'The keys, oldest first.', schema: keyListSchema } },
});

export const fetchKey = operation({
  id: 'FetchApiKey',
  permission: 'keys.write',
  method: 'GET',
  path: emailPaths.key.template,
  summary: 'Fetch a key with its scopes',
  scope: 'api_keys.read',
  params: one,
  responses: { 200: { text: 'The key.', schema: keySchema } },
});

export const renameKey = operation({
  id: 'RenameApiKey',
  permission: 'keys.write',
  method: 'PATCH',
  audit: { object: 'email_key' },
  path: emailPaths.key.template,
  summary: 'Rename a key',
  note: 'A key can rename only keys whose scopes it has itself.',
  scope: 'api_keys.update',
  params: one,
  json: keyNameSchema,
  responses: { 200: { text: 'The key.', schema: keySummarySchema } },
});

export const updateKey = operation({
  id: 'UpdateApiKey',
  permission: 'keys.write',
  method: 'PUT',
  audit: { object: 'email_key', counts: ['scopes'] },
  path: emailPaths.key.template,
  summary: 'Replace the name and the scopes of a key',
  note: 'At least one scope. Scopes that are not sent are removed. A key can change only keys whose scopes it has itself.',
  scope: 'api_keys.update',
  params: one,
  json: keyChangeSchema,
  responses: { 200: { text: 'The key.', schema: keySchema } },
});

export const deleteKey = operation({
  id: 'DeleteApiKey',
  permission: 'keys.write',
  method: 'DELETE',
  audit: { object: 'email_key' },
  path: emailPaths.key.template,
  summary: 'Revoke a key',
  note: 'It is rejected from the next request on.',
  scope: 'api_keys.delete',
  params: one,
  responses: { 204: { text: 'The key is revoked.' } },
});

export const listScopes = operation({
  id: 'ListScope',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.scopes,
  summary: 'List the scopes of the calling key',
  scope: null,
  responses: { 200: { text: 'The scopes.', schema: scopeListSchema } },
});
