/** Operations of /v1/Accounts: the account, its subaccounts, and their auth tokens. */

import { Type } from 'typebox';
import { operationsIn, type ResponseBody, sid } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { accountSchema, accountStatus, accountWithTokenSchema } from './schemas.ts';

const operation = operationsIn('Accounts');
const one = { Sid: sid('AC', 'The account itself, or one below it.') };
const name = Type.String({
  description: 'Display name.',
  maxLength: 100,
  pattern: '^\\P{Cc}+$',
  mismatch: 'must not contain control characters',
});

export const createAccount = operation({
  id: 'CreateAccount',
  permission: 'accounts.write',
  method: 'POST',
  audit: { object: 'account' },
  path: paths.accounts,
  summary: 'Create a subaccount',
  note: 'It has flows, executions and credentials of its own. The credentials are only in this response. A subaccount cannot have subaccounts.',
  form: {
    FriendlyName: name,
    Username: Type.Optional(
      Type.String({
        description: 'Unique among the subaccounts of the parent.',
        maxLength: 64,
        pattern: '^[\\w.@+-]+$',
        mismatch: 'must consist of letters, digits and . @ + - _',
      }),
    ),
  },
  responses: {
    201: { text: 'The account with its token.', schema: accountWithTokenSchema },
    ...problemResponses(409),
  },
});

export const listAccounts = operation({
  id: 'ListAccount',
  permission: 'accounts.read',
  method: 'GET',
  path: paths.accounts,
  summary: 'List the account and its subaccounts',
  note: 'Newest first.',
  query: { Status: Type.Optional(accountStatus), ...pageQuery },
  responses: {
    200: { text: 'A page of accounts.', schema: pageOf('AccountPage', 'accounts', accountSchema) },
  },
});

export type AccountPage = ResponseBody<typeof listAccounts>;

export const fetchAccount = operation({
  id: 'FetchAccount',
  permission: 'accounts.read',
  method: 'GET',
  path: paths.account.template,
  summary: 'Fetch an account',
  params: one,
  responses: { 200: { text: 'The account.', schema: accountSchema } },
});

export const updateAccount = operation({
  id: 'UpdateAccount',
  permission: 'accounts.write',
  method: 'POST',
  audit: { object: 'account' },
  path: paths.account.template,
  summary: 'Rename, close or reopen an account',
  note: 'The credentials of a closed account are rejected, and its flows do not run.',
  rules: { Status: 'An account cannot close itself.' },
  params: one,
  form: { FriendlyName: Type.Optional(name), Status: Type.Optional(accountStatus) },
  responses: { 200: { text: 'The account.', schema: accountSchema } },
});

export const rotateToken = operation({
  id: 'RotateAuthToken',
  permission: 'accounts.write',
  method: 'POST',
  audit: { object: 'account', shows: ['RevokeSessions', 'RevokeKeys'] },
  path: paths.authToken.template,
  summary: 'Rotate the auth token of an account',
  note: 'The old token is rejected from then on. Browser sessions and unused sign-in links end, unless RevokeSessions is false; API keys (SK… and those of the email service, except PATCHBAY_API_KEY) are revoked where RevokeKeys is true.',
  params: one,
  form: {
    RevokeSessions: Type.Optional(
      Type.Boolean({ description: 'End all browser sessions; true by default.' }),
    ),
    RevokeKeys: Type.Optional(Type.Boolean({ description: 'Revoke all API keys; false by default.' })),
  },
  responses: { 200: { text: 'The account with its new token.', schema: accountWithTokenSchema } },
});
