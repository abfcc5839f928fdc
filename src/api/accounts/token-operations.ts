/** Operations of /v1/Tokens: credentials with which a member's own programs act for them. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, operationsIn, resource, sid, text, url } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { paths } from '../paths.ts';
import { permission, role } from '../people/schemas.ts';
import { keyDays, keyStatus } from './schemas.ts';

const operation = operationsIn('People');

const tokenSchema = resource('Token', {
  sid: sid('SK'),
  account_sid: sid('AC'),
  person_sid: sid('US', 'Whose it is.'),
  person_name: Type.String(),
  friendly_name: Type.String(),
  role: role('The most that it may do.'),
  scopes: Type.Array(permission, { description: 'What of it; all where there are none.' }),
  status: keyStatus,
  date_created: dateTime(),
  date_expires: nullable(dateTime()),
  date_last_used: nullable(dateTime({ description: 'To the minute.' })),
  url: url(),
});

export type TokenResource = Static<typeof tokenSchema>;

const tokenWithSecretSchema = resource('TokenWithSecret', {
  ...tokenSchema.properties,
  secret: Type.String({ description: 'Shown this once.' }),
});

export const createToken = operation({
  id: 'CreateToken',
  permission: 'profile.write',
  confirmation: true,
  method: 'POST',
  audit: { object: 'personal_token', shows: ['Days'] },
  path: paths.tokens,
  summary: 'Create a personal token',
  note: 'Only for a person who is signed in to the page. Its SID as user name and its secret as password sign in (Basic), or both with a dot between them (Bearer), to the account in which it was made. It never may more than its person. The secret is only in this response.',
  rules: {
    Role: 'At most one’s own.',
    Scopes: 'Only what the role may do.',
  },
  form: {
    FriendlyName: text('Display name.', {
      maxLength: 100,
      pattern: '^(?=.*\\S)\\P{Cc}+$',
      mismatch: 'must not contain control characters',
    }),
    Role: Type.Optional(role('The most that the token may do; one’s own by default.')),
    Scopes: Type.Optional(
      Type.Array(permission, {
        description:
          'The permissions that it has of those of the role; repeated for several, all by default.',
      }),
    ),
    Days: Type.Optional(keyDays),
  },
  responses: { 201: { text: 'The token with its secret.', schema: tokenWithSecretSchema } },
});

export const listTokens = operation({
  id: 'ListToken',
  permission: 'profile.write',
  method: 'GET',
  path: paths.tokens,
  summary: 'List personal tokens',
  note: 'One’s own in the account, newest first; with `All` those of all members, which needs the permission members.write.',
  query: {
    All: Type.Optional(Type.Boolean({ description: 'Those of all members of the account.' })),
    ...pageQuery,
  },
  responses: { 200: { text: 'A page of tokens.', schema: pageOf('TokenPage', 'tokens', tokenSchema) } },
});

export const deleteToken = operation({
  id: 'DeleteToken',
  permission: 'profile.write',
  method: 'DELETE',
  audit: { object: 'personal_token' },
  path: paths.token.template,
  summary: 'Revoke a personal token',
  note: 'It is rejected from the next request on. Who may change members revokes those of others too, up to their own role.',
  params: { Sid: sid('SK') },
  responses: { 204: { text: 'The token is revoked.' } },
});
