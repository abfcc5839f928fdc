/** /v1/Accounts: the account, the subaccounts below it, and their tokens. */

import Type from 'typebox';
import { type Operation, sid } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { accountSchema, accountStatus, accountWithTokenSchema } from './schemas.ts';

const group = 'Accounts';
const access = 'account';
const one = { Sid: sid('AC', 'The account itself, or one below it.') };
const name = Type.String({
  description: 'What people know it by.',
  maxLength: 100,
  pattern: '^\\P{Cc}+$',
  mismatch: 'must not contain control characters',
});

export const createAccount = {
  id: 'CreateAccount',
  method: 'POST',
  path: paths.accounts,
  group,
  summary: 'Make a subaccount',
  note: 'It has flows, executions and credentials of its own, which are shown in this answer only. A subaccount can have none itself.',
  access,
  form: {
    FriendlyName: name,
    Username: Type.Optional(
      Type.String({
        description: 'Names it among the subaccounts of its parent.',
        maxLength: 64,
        pattern: '^[\\w.@+-]+$',
        mismatch: 'must consist of letters, digits and . @ + - _',
      }),
    ),
  },
  responses: {
    201: { text: 'The account with its token.', schema: accountWithTokenSchema },
    ...problemResponses(400, 409),
  },
} as const satisfies Operation;

export const listAccounts = {
  id: 'ListAccount',
  method: 'GET',
  path: paths.accounts,
  group,
  summary: 'List the account and its subaccounts',
  note: 'Newest first.',
  access,
  query: { Status: Type.Optional(accountStatus), ...pageQuery },
  responses: {
    200: { text: 'A page of accounts.', schema: pageOf('AccountPage', 'accounts', accountSchema) },
    ...problemResponses(400),
  },
} as const satisfies Operation;

export const fetchAccount = {
  id: 'FetchAccount',
  method: 'GET',
  path: paths.account('{Sid}'),
  group,
  summary: 'Fetch an account',
  access,
  params: one,
  responses: { 200: { text: 'The account.', schema: accountSchema }, ...problemResponses(404) },
} as const satisfies Operation;

export const updateAccount = {
  id: 'UpdateAccount',
  method: 'POST',
  path: paths.account('{Sid}'),
  group,
  summary: 'Rename an account, close it or open it again',
  note: 'The credentials of a closed account are refused, and its flows answer nobody. An account cannot close itself.',
  access,
  params: one,
  form: { FriendlyName: Type.Optional(name), Status: Type.Optional(accountStatus) },
  responses: { 200: { text: 'The account.', schema: accountSchema }, ...problemResponses(400, 404) },
} as const satisfies Operation;

export const rotateToken = {
  id: 'RotateAuthToken',
  method: 'POST',
  path: paths.authToken('{Sid}'),
  group,
  summary: 'Give an account a new auth token',
  note: 'The old one is refused from then on, and whoever is signed in to the page is signed out.',
  access,
  params: one,
  responses: {
    200: { text: 'The account with its new token.', schema: accountWithTokenSchema },
    ...problemResponses(404),
  },
} as const satisfies Operation;
