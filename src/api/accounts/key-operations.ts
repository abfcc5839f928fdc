/** Operations of /v1/ApiKeys: keys that sign in like the auth token of their account. */

import { Type } from 'typebox';
import { operationsIn, type ResponseBody, sid } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';
import { role } from '../people/schemas.ts';
import { accountKeySchema, accountKeyWithSecretSchema, keyDays } from './schemas.ts';

const operation = operationsIn('Accounts');

export const createAccountKey = operation({
  id: 'CreateAccountKey',
  permission: 'keys.write',
  method: 'POST',
  audit: { object: 'account_key', shows: ['Days'] },
  path: paths.apiKeys,
  summary: 'Create an API key of the account',
  note: 'Its SID as user name and its secret as password sign in like the account SID and the auth token, but not to the page, and not to create or revoke keys or to replace the auth token. The secret is only in this response.',
  rules: { Role: 'At most one’s own.' },
  form: {
    Role: Type.Optional(
      role('The most that the key may do; the caller’s role by default. It never may more than who made it.'),
    ),
    FriendlyName: Type.Optional(
      Type.String({
        description: 'Display name.',
        maxLength: 100,
        pattern: '^\\P{Cc}+$',
        mismatch: 'must not contain control characters',
      }),
    ),
    Days: Type.Optional(keyDays),
    ApprovesPublishing: Type.Optional(
      Type.Boolean({
        description: 'It may approve and reject publish requests of others; false by default.',
      }),
    ),
  },
  responses: { 201: { text: 'The key with its secret.', schema: accountKeyWithSecretSchema } },
});

export const listAccountKeys = operation({
  id: 'ListAccountKey',
  permission: 'keys.write',
  method: 'GET',
  path: paths.apiKeys,
  summary: 'List the API keys of the account',
  note: 'Newest first.',
  query: pageQuery,
  responses: {
    200: { text: 'A page of keys.', schema: pageOf('AccountKeyPage', 'api_keys', accountKeySchema) },
  },
});

export type AccountKeyPage = ResponseBody<typeof listAccountKeys>;

export const deleteAccountKey = operation({
  id: 'DeleteAccountKey',
  permission: 'keys.write',
  method: 'DELETE',
  audit: { object: 'account_key' },
  path: paths.apiKey.template,
  summary: 'Revoke an API key of the account',
  note: 'It is rejected from the next request on.',
  params: { Sid: sid('SK') },
  responses: { 204: { text: 'The key is revoked.' } },
});
