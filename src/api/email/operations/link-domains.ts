/** /v3/whitelabel/links: host names that the links of sent email have, with their DNS records. */

import { Type } from 'typebox';
import { errorResponses } from '../error.ts';
import {
  linkDomainChangeSchema,
  linkDomainSchema,
  linkValidationSchema,
  maxLinkDomains,
  newLinkDomainSchema,
} from '../link-domains.ts';
import { emailOperationsIn } from '../operation.ts';
import { emailPaths } from '../paths.ts';

const operation = emailOperationsIn('Email: link domains');
const one = { id: Type.String({ description: 'The id of a link domain.' }) };
const link = { 200: { text: 'The link domain.', schema: linkDomainSchema } } as const;

export const createLinkDomain = operation({
  id: 'CreateLinkDomain',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_link', shows: ['domain', 'subdomain', 'default'] },
  path: emailPaths.linkDomains,
  summary: 'Create a link domain',
  note: 'Links have its host name once a check has found both of its records.',
  rules: {
    domain: `A host name of two labels or more; with its subdomain, one that the account does not have yet; ${maxLinkDomains} at most.`,
  },
  scope: 'whitelabel.create',
  requestsPerMinute: 60,
  json: newLinkDomainSchema,
  responses: { 201: { text: 'The link domain.', schema: linkDomainSchema } },
});

export const listLinkDomains = operation({
  id: 'ListLinkDomain',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.linkDomains,
  summary: 'List link domains',
  scope: 'whitelabel.read',
  query: { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLinkDomains })) },
  responses: { 200: { text: 'The link domains, by name.', schema: Type.Array(linkDomainSchema) } },
});

export const fetchDefaultLinkDomain = operation({
  id: 'FetchDefaultLinkDomain',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.defaultLinkDomain,
  summary: 'Fetch the default link domain',
  note: 'Of a domain, where the query names one: its valid link domain, or else the default one.',
  scope: 'whitelabel.read',
  query: { domain: Type.Optional(Type.String()) },
  responses: { ...link, ...errorResponses(404) },
});

export const fetchLinkDomain = operation({
  id: 'FetchLinkDomain',
  permission: 'email.read',
  method: 'GET',
  path: emailPaths.linkDomain.template,
  summary: 'Fetch a link domain',
  scope: 'whitelabel.read',
  params: one,
  responses: { ...link },
});

export const updateLinkDomain = operation({
  id: 'UpdateLinkDomain',
  permission: 'email.write',
  method: 'PATCH',
  audit: { object: 'email_link', shows: ['default'] },
  path: emailPaths.linkDomain.template,
  summary: 'Update a link domain',
  scope: 'whitelabel.update',
  params: one,
  json: linkDomainChangeSchema,
  responses: { ...link },
});

export const deleteLinkDomain = operation({
  id: 'DeleteLinkDomain',
  permission: 'email.write',
  method: 'DELETE',
  audit: { object: 'email_link' },
  path: emailPaths.linkDomain.template,
  summary: 'Delete a link domain',
  note: 'Links of email that was sent work as long as the host name leads to this server.',
  scope: 'whitelabel.delete',
  params: one,
  responses: { 204: { text: 'Deleted.' } },
});

export const validateLinkDomain = operation({
  id: 'ValidateLinkDomain',
  permission: 'email.write',
  method: 'POST',
  audit: { object: 'email_link', every: 'hour' },
  path: emailPaths.linkDomainValidation.template,
  summary: 'Check the DNS records of a link domain',
  note: 'Where DNS does not respond, what was found before stays.',
  scope: 'whitelabel.update',
  requestsPerMinute: 120,
  params: one,
  responses: { 200: { text: 'The results.', schema: linkValidationSchema } },
});
