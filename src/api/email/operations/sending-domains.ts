/** /v3/whitelabel/domains: domains that email is sent from, with their DKIM keys and DNS records. */

import { Type } from 'typebox';
import { errorResponses } from '../error.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';
import {
  domainValidationSchema,
  maxSendingDomains,
  newSendingDomainSchema,
  sendingDomainChangeSchema,
  sendingDomainSchema,
} from '../sending-domains.ts';
import { retiredKeyDays } from '../statuses.ts';

const operation = emailOperationsIn('Email: sending domains');
const one = { domain_id: Type.String({ description: 'The id of a sending domain.' }) };
const domain = { 200: { text: 'The domain.', schema: sendingDomainSchema } } as const;

export const createSendingDomain = operation({
  id: 'CreateSendingDomain',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_domain', shows: ['domain', 'subdomain', 'default'] },
  path: emailPaths.sendingDomains,
  summary: 'Create a sending domain',
  note: 'With two DKIM keys of 2,048 bits. Email is signed once a check has found the record of the first.',
  rules: {
    domain: `A host name of two labels or more, of which the account has no sending domain; ${maxSendingDomains} at most.`,
    username: 'The own account: act for another one by on-behalf-of.',
  },
  scope: 'whitelabel.create',
  requestsPerMinute: 60,
  json: newSendingDomainSchema,
  responses: { 201: { text: 'The domain.', schema: sendingDomainSchema } },
});

export const listSendingDomains = operation({
  id: 'ListSendingDomain',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.sendingDomains,
  summary: 'List sending domains',
  scope: 'whitelabel.read',
  query: {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSendingDomains })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: maxSendingDomains })),
    domain: Type.Optional(Type.String({ description: 'A part of their names.' })),
  },
  responses: { 200: { text: 'The domains, by name.', schema: Type.Array(sendingDomainSchema) } },
});

export const fetchDefaultSendingDomain = operation({
  id: 'FetchDefaultSendingDomain',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.defaultSendingDomain,
  summary: 'Fetch the default sending domain',
  scope: 'whitelabel.read',
  query: { domain: Type.Optional(Type.String({ description: 'Its name, where it has to have that one.' })) },
  responses: { ...domain, ...errorResponses(404) },
});

export const fetchSendingDomain = operation({
  id: 'FetchSendingDomain',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.sendingDomain.template,
  summary: 'Fetch a sending domain',
  scope: 'whitelabel.read',
  params: one,
  responses: { ...domain },
});

export const updateSendingDomain = operation({
  id: 'UpdateSendingDomain',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_domain', shows: ['default', 'custom_spf', 'warm_up'] },
  path: emailPaths.sendingDomain.template,
  summary: 'Update a sending domain',
  scope: 'whitelabel.update',
  params: one,
  json: sendingDomainChangeSchema,
  responses: { ...domain },
});

export const deleteSendingDomain = operation({
  id: 'DeleteSendingDomain',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_domain' },
  path: emailPaths.sendingDomain.template,
  summary: 'Delete a sending domain',
  note: 'Its email is sent unsigned from now on. Bounces of what was sent still come back.',
  scope: 'whitelabel.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const validateSendingDomain = operation({
  id: 'ValidateSendingDomain',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_domain', every: 'hour' },
  path: emailPaths.sendingDomainValidation.template,
  summary: 'Check the DNS records of a sending domain',
  note: 'Where DNS does not respond, what was found before stays.',
  scope: 'whitelabel.update',
  requestsPerMinute: 120,
  params: one,
  responses: { 200: { text: 'The results.', schema: domainValidationSchema } },
});

export const rotateSendingDomain = operation({
  id: 'RotateSendingDomain',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_domain' },
  path: emailPaths.sendingDomainRotation.template,
  summary: 'Rotate the DKIM key of a sending domain',
  note: `The next key signs from now on, once its record is found. The key before keeps its record for ${retiredKeyDays} days; after them, the same request makes a new next key in its place.`,
  rules: { domain_id: 'A domain whose next key is published, or whose key before may be replaced.' },
  scope: 'whitelabel.update',
  requestsPerMinute: 60,
  params: one,
  responses: { ...domain, ...errorResponses(400) },
});
