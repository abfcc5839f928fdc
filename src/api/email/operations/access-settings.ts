/** /v3/access_settings: the addresses of the audit log, and those that are allowed. */

import { Type } from 'typebox';
import { accessActivitySchema, allowedAddressesSchema, maxAccessAttempts } from '../access-settings.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: account');

export const listAccessAttempts = operation({
  id: 'ListAccessAttempt',
  permission: 'audit.read',
  method: 'GET',
  path: emailPaths.accessActivity,
  summary: 'List the addresses that the account was used from',
  note: 'Those of its newest 2,000 events in the audit log, which has no requests that only read or send; the latest first.',
  scope: 'access_settings.activity.read',
  query: {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxAccessAttempts, description: '20 by default.' }),
    ),
  },
  responses: { 200: { text: 'The addresses.', schema: accessActivitySchema } },
});

export const listAllowedAddresses = operation({
  id: 'ListAllowedAddress',
  permission: 'accounts.read',
  method: 'GET',
  path: emailPaths.allowedAddresses,
  summary: 'List the addresses that may use the account',
  note: 'There are none: an account may be used from every address.',
  scope: 'access_settings.whitelist.read',
  responses: { 200: { text: 'An empty list.', schema: allowedAddressesSchema } },
});
