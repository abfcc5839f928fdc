/** Operations of /v1/Carriers: carriers with a REST interface, and their status callbacks. */

import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, operationsIn, resource, sid, text, url } from '../operation/operation.ts';
import { pageOf, pageQuery } from '../operation/page-schema.ts';
import { problemResponses } from '../operation/problem-responses.ts';
import { paths } from '../paths.ts';
import { carrierDialects, connectionFailures } from './dialects.ts';

const operation = operationsIn('Carriers');
const one = { Sid: sid('CR', 'The carrier.') };
const baseUrl = 'An http or https URL without a query and without credentials.';
const rules = { BaseUrl: baseUrl, ConversationsUrl: baseUrl };

const carrierSchema = resource('Carrier', {
  sid: sid('CR'),
  account_sid: sid('AC'),
  friendly_name: Type.String(),
  dialect: oneOf(carrierDialects, 'How its requests, posts and documents are written.'),
  base_url: url(),
  conversations_url: url({
    description: 'Where its conversations are: the setting, or what follows from `base_url`.',
  }),
  carrier_account_sid: Type.String(),
  application_sid: nullable(
    Type.String({ description: 'The application at the carrier by which calls are placed.' }),
  ),
  has_signing_key: Type.Boolean({
    description: 'Whether its posts are verified by a signing key, and not by the auth token.',
  }),
  check_signatures: Type.Boolean({
    description: 'Whether requests must have the carrier’s signature.',
  }),
  is_default: Type.Boolean({
    description: 'Carries outbound messages and calls from addresses without a carrier.',
  }),
  connection: resource('CarrierConnection', {
    status: oneOf(['unknown', 'ok', 'failed'], 'unknown until the connection was checked.'),
    failure: nullable(oneOf(connectionFailures, 'Why it failed.')),
    problem: nullable(Type.String({ description: 'What the carrier said, or what went wrong.' })),
    date_checked: nullable(dateTime()),
  }),
  status_url: url({ description: 'The status callback URL of messages and calls.' }),
  date_created: dateTime(),
  date_updated: nullable(dateTime()),
  url: url(),
});

/** A carrier with a REST interface. Its token is write-only. */
export type CarrierResource = Static<typeof carrierSchema>;

const fields = {
  FriendlyName: text('Display name.', { maxLength: 100 }),
  BaseUrl: text('Base URL with version: https://api.carrier.example/2010-04-01', { maxLength: 500 }),
  CarrierAccountSid: text('SID of the account at the carrier.', { maxLength: 100 }),
  AuthToken: text('Auth token of that account. Write-only.', { maxLength: 500 }),
};
const optionalBoolean = (description: string) => Type.Optional(Type.Boolean({ description }));
const optionalFields = {
  Dialect: Type.Optional(
    oneOf(carrierDialects, 'How its requests, posts and documents are written; default when left out.'),
  ),
  SigningKey: Type.Optional(
    text(
      'The key by which its posts are verified, where that is not the auth token: a secret or a public key, as its documentation says. Write-only; an empty value removes it.',
      { maxLength: 500, clearable: true },
    ),
  ),
  ApplicationSid: Type.Optional(
    text('The application at the carrier by which calls are placed, where its dialect needs one.', {
      maxLength: 100,
      clearable: true,
    }),
  ),
  ConversationsUrl: Type.Optional(
    text(
      'Base URL of its conversation API: https://conversations.carrier.example/v1. Where it is empty it follows from the base URL; an empty value removes the setting.',
      { maxLength: 500, clearable: true },
    ),
  ),
  CheckSignatures: optionalBoolean(
    'Reject requests without the carrier’s signature. True when it is left out.',
  ),
  Default: optionalBoolean('Carries outbound messages and calls from addresses without a carrier.'),
};

export const createCarrier = operation({
  id: 'CreateCarrier',
  permission: 'numbers.write',
  confirmation: true,
  method: 'POST',
  audit: { object: 'carrier', secrets: ['AuthToken', 'SigningKey'] },
  path: paths.carriers,
  summary: 'Add a carrier',
  note: 'Its connection is checked afterwards. The first carrier of an account becomes its default.',
  rules,
  form: { ...fields, ...optionalFields },
  responses: { 201: { text: 'The carrier.', schema: carrierSchema } },
});

export const listCarriers = operation({
  id: 'ListCarrier',
  permission: 'numbers.read',
  method: 'GET',
  path: paths.carriers,
  summary: 'List the carriers of the account',
  note: 'Newest first. The built-in test carrier is not listed.',
  query: pageQuery,
  responses: {
    200: { text: 'A page of carriers.', schema: pageOf('CarrierPage', 'carriers', carrierSchema) },
  },
});

export const fetchCarrier = operation({
  id: 'FetchCarrier',
  permission: 'numbers.read',
  method: 'GET',
  path: paths.carrier.template,
  summary: 'Fetch a carrier',
  params: one,
  responses: { 200: { text: 'The carrier.', schema: carrierSchema } },
});

export const updateCarrier = operation({
  id: 'UpdateCarrier',
  permission: 'numbers.write',
  confirmation: true,
  method: 'POST',
  audit: { object: 'carrier', secrets: ['AuthToken', 'SigningKey'] },
  path: paths.carrier.template,
  summary: 'Change a carrier',
  note: 'Fields that are left out are not changed.',
  rules,
  params: one,
  form: {
    FriendlyName: Type.Optional(fields.FriendlyName),
    BaseUrl: Type.Optional(fields.BaseUrl),
    CarrierAccountSid: Type.Optional(fields.CarrierAccountSid),
    AuthToken: Type.Optional(fields.AuthToken),
    ...optionalFields,
  },
  responses: { 200: { text: 'The carrier.', schema: carrierSchema } },
});

export const deleteCarrier = operation({
  id: 'DeleteCarrier',
  permission: 'numbers.write',
  confirmation: true,
  method: 'DELETE',
  audit: { object: 'carrier' },
  path: paths.carrier.template,
  summary: 'Delete a carrier',
  note: 'Its addresses must be assigned to another carrier first.',
  params: one,
  responses: { 204: { text: 'Deleted.' }, ...problemResponses(409) },
});

export const checkCarrier = operation({
  id: 'CheckCarrier',
  permission: 'numbers.write',
  method: 'POST',
  audit: { object: 'carrier' },
  path: paths.carrierCheck.template,
  summary: 'Check the connection to a carrier',
  note: 'Asynchronous: fetch the carrier until the status of its connection is not `unknown`.',
  params: one,
  responses: { 200: { text: 'The carrier.', schema: carrierSchema } },
});

export const reportStatus = operation({
  id: 'ReportStatus',
  method: 'POST',
  audit: { none: 'Traffic: a carrier reports the status of a message, call or recording.' },
  path: paths.carrierStatus.template,
  summary: 'Report the status of a message, call or recording',
  note: 'For carriers. Signed like their webhook requests; duplicate and outdated reports change nothing.',
  access: 'anybody',
  params: { AccountSid: sid('AC', 'The account.') },
  query: {
    FlowExecution: Type.Optional(Type.String()),
    FlowEffect: Type.Optional(Type.String()),
    FlowDetects: Type.Optional(Type.String()),
  },
  responses: { 204: { text: 'The report was accepted.' }, ...problemResponses(400, 403, 404, 413) },
});
